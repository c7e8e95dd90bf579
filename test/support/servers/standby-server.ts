/** A standby of an embedded PostgreSQL server. It follows the server without loss and can replace it. */
import { execFile } from 'node:child_process'
import { appendFile, chown, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { type EmbeddedServer, embeddedServer, type PostgresServer } from './embedded-server.ts'

const run = promisify(execFile)

/** Not part of a backup: files of the running process, and the log, which is streamed. */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts']
const EMPTIED = ['pg_wal', 'pg_replslot']

/** From now on, the primary acknowledges a commit only after a standby has written it, unless it is `asynchronous`. */
export async function startStandby(
  primary: PostgresServer,
  mode: 'synchronous' | 'asynchronous' = 'synchronous',
): Promise<EmbeddedServer> {
  const standby = await embeddedServer()
  const sql = postgres(primary.url, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    await sql.unsafe(`select pg_backup_start('standby', true)`)
    await copyData(primary.data, standby.data)
    const [row] = await sql.unsafe('select labelfile from pg_backup_stop()').values()
    await follow(standby.data, primary.url, String(row?.[0]))
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

/** Preserves the owner of each file, which is a different user from ours if we are root. */
async function copyData(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await run('cp', ['-a', from, to]).catch(() => {})
  for (const name of LEFT_OUT) await rm(join(to, name), { force: true })
  for (const name of EMPTIED) await run('find', [join(to, name), '-mindepth', '1', '-type', 'f', '-delete'])
}

function connectionTo(primary: string): string {
  const { username, password, hostname, port } = new URL(primary)
  return `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`
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

async function follow(data: string, primary: string, label: string): Promise<void> {
  const { uid, gid } = await stat(data)
  for (const [name, text] of Object.entries({ backup_label: label, 'standby.signal': '' })) {
    await writeFile(join(data, name), text)
    await chown(join(data, name), uid, gid)
  }
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connectionTo(primary)}'\n`)
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
