/** A standby of an embedded PostgreSQL server. It follows the server without loss and can replace it. */
import postgres from 'postgres'
import { connectionTo, makeStandbyData } from '../../../scripts/standby-data.mjs'
import { type EmbeddedServer, embeddedServer, type PostgresServer } from './embedded-server.ts'

/** From now on, the primary acknowledges a commit only after a standby has written it, unless it is `asynchronous`. */
export async function startStandby(
  primary: PostgresServer,
  mode: 'synchronous' | 'asynchronous' = 'synchronous',
): Promise<EmbeddedServer> {
  const standby = await embeddedServer()
  const sql = postgres(primary.url, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    await makeStandbyData({ sql, primary, data: standby.data })
    standby.launch()
    if (mode === 'synchronous') await sql.unsafe(`alter system set synchronous_standby_names = '*'`)
    await sql.unsafe('select pg_reload_conf()')
    await following(sql, mode === 'synchronous' ? 'sync' : 'async')
    return standby
  } catch (error) {
    await standby.remove()
    throw error
  } finally {
    await sql.end()
  }
}

/** Lets a standby follow another server than before, which must have its whole history. */
export async function followAnother(standby: PostgresServer, primary: PostgresServer): Promise<void> {
  const sql = postgres(standby.url, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    await sql.unsafe(`alter system set primary_conninfo = '${connectionTo(primary.url)}'`)
    await sql.unsafe('select pg_reload_conf()')
  } finally {
    await sql.end()
  }
}

async function following(sql: postgres.Sql, state: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const rows = await sql.unsafe(
      `select 1 from pg_stat_replication where state = 'streaming' and sync_state = '${state}'`,
    )
    if (rows.length > 0) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error('The standby does not follow its primary')
}

/** Turns the standby into a primary that waits for no other server. */
export async function promote({ url }: PostgresServer): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    await sql.unsafe('select pg_promote()')
    await sql.unsafe(`alter system set synchronous_standby_names = ''`)
    await sql.unsafe('select pg_reload_conf()')
  } finally {
    await sql.end()
  }
}
