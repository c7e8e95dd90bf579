/**
 * PostgreSQL databases with the content of a size: made once, kept in the data of the server, and copied for whatever changes them. Unless
 * it is for us, a copy is without the indexes that are ours alone: Strapi drops them, and where they are unique it fails to.
 */
import postgres from 'postgres'
import { project } from '../paths.mjs'
import { stopLater } from '../processes.mjs'
import { extendedProject, makeExtended } from './extended.mjs'
import { fillPostgres } from './fill-postgres.mjs'
import { growingProject, makeGrowing } from './growing.mjs'
import { EXTENDED, GROWING, makeTables, USUAL, versionOf } from './kinds.mjs'
import { contentTables } from './tables.mjs'

/** Content on a running PostgreSQL. */
export async function postgresContent(size, server, say) {
  const make = async flag => {
    say(`making ${size} articles on PostgreSQL ...`)
    await makeTables(flag)
    await fillPostgres(flag, contentTables(size))
  }
  return { ...(await keptDatabase(USUAL, size, server, make)), folder: project }
}

export async function postgresExtended(size, server, say) {
  const make = async flag => {
    say(`making ${size} articles and more on PostgreSQL ...`)
    await makeExtended({ flag, size, fill: tables => fillPostgres(flag, tables) })
    await withPostgres(flag, sql => sql`vacuum analyze`)
  }
  return { ...(await keptDatabase(EXTENDED, size, server, make)), folder: extendedProject() }
}

export async function postgresGrowing(size, server, say) {
  const make = async flag => {
    say(`making ${size} articles with indexes on PostgreSQL ...`)
    await makeGrowing({ flag, size, fill: tables => fillPostgres(flag, tables) })
    await withPostgres(flag, sql => sql`vacuum analyze`)
  }
  return { ...(await keptDatabase(GROWING, size, server, make)), folder: growingProject() }
}

/** In place of what an older version of the benchmark made. */
async function keptDatabase(kind, size, server, make) {
  const prefix = `bench_${kind.name.replace('-', '_')}${size}_`
  const name = `${prefix}${versionOf(kind)}`
  const flag = `${server.url}/${name}`
  const admin = work => withPostgres(`${server.url}/postgres`, work)
  if (!(await admin(sql => isReady(sql, name)))) {
    await admin(async sql => {
      const older = await sql`select datname from pg_database where starts_with(datname, ${prefix})`
      for (const { datname } of older) await sql`drop database ${sql(datname)} with (force)`
      await sql`create database ${sql(name)}`
    })
    await make(flag)
    await admin(sql => sql`comment on database ${sql(name)} is 'ready'`)
  }
  return { flag, copy: options => copyDatabase(server, name, options) }
}

async function copyDatabase(server, name, { forUs = false } = {}) {
  const copy = `${name}_${forUs ? 'ours' : 'copy'}`
  const admin = work => withPostgres(`${server.url}/postgres`, work)
  const drop = () => admin(sql => sql`drop database if exists ${sql(copy)} with (force)`)
  await drop()
  await admin(sql => sql`create database ${sql(copy)} template ${sql(name)}`)
  await withPostgres(`${server.url}/${copy}`, async sql => {
    const ours = await sql`
      select i.indexname from pg_indexes i where i.schemaname = current_schema() and i.indexname like 'populus\\_%'
        and not exists (select from pg_constraint c where c.conname = i.indexname)`
    if (!forUs) {
      for (const { indexname } of ours) await sql`drop index ${sql(indexname)}`
      await narrowIds(sql)
    }
    await sql`vacuum analyze`
  })
  stopLater(drop)
  return { client: 'postgres', url: `${server.url}/${copy}` }
}

/** Strapi would answer with texts: its own ids are 32 bits wide. */
async function narrowIds(sql) {
  const wide = await sql`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'bigint' and column_name ~ '(^|_)id$'
      and table_name not like 'populus\\_%'`
  for (const { table_name, column_name } of wide)
    await sql`alter table ${sql(table_name)} alter column ${sql(column_name)} type integer`
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
