/**
 * Databases with the content of a size: made once, kept in the cache, and copied for whatever changes them. Unless it is for us, a copy is
 * without the indexes that are ours alone: Strapi drops them, and where they are unique it fails to on PostgreSQL.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { cache, here, project } from '../paths.mjs'
import { stopLater } from '../processes.mjs'
import { startPopulus } from '../servers/populus.mjs'
import { additions, extendContent, extendedProject } from './extended.mjs'
import { fillPostgres } from './fill-postgres.mjs'
import { dropOurIndexes, fillSqlite } from './fill-sqlite.mjs'
import { contentTables } from './tables.mjs'

const USUAL = { name: '', folders: [project], makers: ['tables', 'texts', 'random', 'fill-postgres'] }
const EXTENDED = {
  name: 'extended-',
  folders: [...USUAL.folders, additions],
  makers: [...USUAL.makers, 'extended', 'notices'],
}

/** Content on SQLite: `flag` is what `populus start --database` takes, `folder` the project. */
export async function sqliteContent(size, say) {
  const make = async filename => {
    say(`making ${size} articles on SQLite ...`)
    await makeTables(`sqlite:${filename}`)
    fillSqlite(filename, contentTables(size))
  }
  return { ...(await keptFile(USUAL, size, make)), folder: project }
}

export async function sqliteExtended(size, say) {
  const folder = extendedProject()
  const make = async filename => {
    const usual = await sqliteContent(size, say)
    say(`adding to ${size} articles on SQLite ...`)
    copyFileSync(usual.filename, filename)
    const fill = async tables => fillSqlite(filename, tables)
    await extendContent({ flag: `sqlite:${filename}`, folder, size, fill })
  }
  return { ...(await keptFile(EXTENDED, size, make)), folder }
}

/** In place of what an older version of the benchmark made. */
async function keptFile(kind, size, make) {
  const prefix = `sqlite-${kind.name}${size}-`
  const folder = join(cache, `${prefix}${versionOf(kind)}`)
  const filename = join(folder, 'content.db')
  if (!existsSync(filename)) {
    const unfinished = `${folder}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    await make(join(unfinished, 'content.db'))
    renameSync(unfinished, folder)
    for (const other of readdirSync(cache)) {
      if (other.startsWith(prefix) && join(cache, other) !== folder) {
        rmSync(join(cache, other), { recursive: true, force: true })
      }
    }
  }
  return { flag: `sqlite:${filename}`, filename, copy: options => copyFile(folder, filename, options) }
}

async function copyFile(folder, filename, { forUs = false } = {}) {
  const place = join(folder, 'copy')
  const copy = join(place, 'content.db')
  const remove = () => rmSync(place, { recursive: true, force: true })
  remove()
  mkdirSync(place)
  copyFileSync(filename, copy)
  if (!forUs) dropOurIndexes(copy)
  stopLater(async () => remove())
  return { client: 'sqlite', filename: copy }
}

/** What `populus start --database` takes for a copy. */
export function flagOf(copy) {
  return copy.client === 'sqlite' ? `sqlite:${copy.filename}` : copy.url
}

/** Content on a running PostgreSQL. */
export async function postgresContent(size, server, say) {
  const make = async flag => {
    say(`making ${size} articles on PostgreSQL ...`)
    await makeTables(flag)
    await fillPostgres(flag, contentTables(size))
  }
  return { ...(await keptDatabase(USUAL, size, server, { make })), folder: project }
}

export async function postgresExtended(size, server, say) {
  const folder = extendedProject()
  const base = async () => (await postgresContent(size, server, say)).name
  const make = async flag => {
    say(`adding to ${size} articles on PostgreSQL ...`)
    await extendContent({ flag, folder, size, fill: tables => fillPostgres(flag, tables) })
    await withPostgres(flag, sql => sql`vacuum analyze`)
  }
  return { ...(await keptDatabase(EXTENDED, size, server, { base, make })), folder }
}

/** `base` gives the name of the database to begin with. */
async function keptDatabase(kind, size, server, { base = async () => 'template1', make }) {
  const prefix = `bench_${kind.name.replace('-', '_')}${size}_`
  const name = `${prefix}${versionOf(kind)}`
  const flag = `${server.url}/${name}`
  const admin = work => withPostgres(`${server.url}/postgres`, work)
  if (!(await admin(sql => isReady(sql, name)))) {
    const template = await base()
    await admin(async sql => {
      const older = await sql`select datname from pg_database where starts_with(datname, ${prefix})`
      for (const { datname } of older) await sql`drop database ${sql(datname)} with (force)`
      await sql`create database ${sql(name)} template ${sql(template)}`
    })
    await make(flag)
    await admin(sql => sql`comment on database ${sql(name)} is 'ready'`)
  }
  return { flag, name, copy: options => copyDatabase(server, name, options) }
}

async function copyDatabase(server, name, { forUs = false } = {}) {
  const copy = `${name}_copy`
  const admin = work => withPostgres(`${server.url}/postgres`, work)
  const drop = () => admin(sql => sql`drop database if exists ${sql(copy)} with (force)`)
  await drop()
  await admin(sql => sql`create database ${sql(copy)} template ${sql(name)}`)
  await withPostgres(`${server.url}/${copy}`, async sql => {
    const ours = await sql`
      select i.indexname from pg_indexes i where i.schemaname = current_schema() and i.indexname like 'populus\\_%'
        and not exists (select from pg_constraint c where c.conname = i.indexname)`
    if (!forUs) for (const { indexname } of ours) await sql`drop index ${sql(indexname)}`
    await sql`vacuum analyze`
  })
  stopLater(drop)
  return { client: 'postgres', url: `${server.url}/${copy}` }
}

export function postgresVersion(server) {
  return withPostgres(`${server.url}/postgres`, async sql => (await sql`show server_version`)[0].server_version)
}

async function isReady(sql, name) {
  const rows = await sql`
    select shobj_description(oid, 'pg_database') as note from pg_database where datname = ${name}`
  return rows[0]?.note === 'ready'
}

async function withPostgres(url, work) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/** Our own server makes the tables, the indexes and the permissions. */
async function makeTables(database) {
  const server = await startPopulus({ database })
  await server.stop()
}

/** Changes with the schema files, the permissions and whatever makes the rows. */
function versionOf({ folders, makers }) {
  const hash = createHash('sha1')
  for (const path of folders.flatMap(filesIn)) hash.update(readFileSync(path))
  for (const name of makers) hash.update(readFileSync(join(here, `content/${name}.mjs`)))
  return hash.digest('hex').slice(0, 8)
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return entries.map(entry => join(entry.parentPath ?? entry.path, entry.name)).sort()
}
