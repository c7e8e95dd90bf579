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
import { fillPostgres } from './fill-postgres.mjs'
import { dropOurIndexes, fillSqlite } from './fill-sqlite.mjs'
import { contentTables } from './tables.mjs'

/** Content on SQLite, in place of what an older version of the benchmark made: `flag` is what `populus start --database` takes. */
export async function sqliteContent(size, say) {
  const folder = join(cache, `sqlite-${size}-${contentVersion()}`)
  const filename = join(folder, 'content.db')
  if (!existsSync(filename)) {
    say(`making ${size} articles on SQLite ...`)
    const unfinished = `${folder}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    await makeTables(`sqlite:${join(unfinished, 'content.db')}`)
    fillSqlite(join(unfinished, 'content.db'), contentTables(size))
    renameSync(unfinished, folder)
    for (const other of readdirSync(cache)) {
      if (other.startsWith(`sqlite-${size}-`) && join(cache, other) !== folder) {
        rmSync(join(cache, other), { recursive: true, force: true })
      }
    }
  }
  return {
    flag: `sqlite:${filename}`,
    copy: async ({ forUs = false } = {}) => {
      const place = join(folder, 'copy')
      const copy = join(place, 'content.db')
      const remove = () => rmSync(place, { recursive: true, force: true })
      remove()
      mkdirSync(place)
      copyFileSync(filename, copy)
      if (!forUs) dropOurIndexes(copy)
      stopLater(async () => remove())
      return { client: 'sqlite', filename: copy }
    },
  }
}

/** What `populus start --database` takes for a copy. */
export function flagOf(copy) {
  return copy.client === 'sqlite' ? `sqlite:${copy.filename}` : copy.url
}

/** Content on a running PostgreSQL. */
export async function postgresContent(size, server, say) {
  const name = `bench_${size}_${contentVersion()}`
  const flag = `${server.url}/${name}`
  const admin = work => withPostgres(`${server.url}/postgres`, work)
  if (!(await admin(sql => isReady(sql, name)))) {
    say(`making ${size} articles on PostgreSQL ...`)
    await admin(async sql => {
      const older = await sql`select datname from pg_database where datname like ${`bench\\_${size}\\_%`}`
      for (const { datname } of older) await sql`drop database ${sql(datname)} with (force)`
      await sql`create database ${sql(name)}`
    })
    await makeTables(flag)
    await fillPostgres(flag, contentTables(size))
    await admin(sql => sql`comment on database ${sql(name)} is 'ready'`)
  }
  return {
    flag,
    copy: async ({ forUs = false } = {}) => {
      const copy = `${name}_copy`
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
    },
  }
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
function contentVersion() {
  const entries = readdirSync(project, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const files = entries.map(entry => join(entry.parentPath ?? entry.path, entry.name)).sort()
  const makers = ['tables', 'texts', 'random', 'fill-postgres'].map(name => join(here, `content/${name}.mjs`))
  const hash = createHash('sha1')
  for (const path of [...files, ...makers]) hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 8)
}
