/**
 * Recognises a pooler between us and PostgreSQL, and refuses one that would make answers stale or fail. A pooler that
 * keeps a session for its client (PgBouncer, `pool_mode = session`) is as good as none.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { openSession, type PostgresSession, type PostgresTarget } from './open-session.ts'

export interface PooledTarget extends PostgresTarget {
  /** Where to listen for changes, if not at `url`. */
  readonly listenUrl?: string | undefined
}

const PGPOOL =
  'it is reached through Pgpool-II, which answers reads from standbys that may be behind; give the address of PostgreSQL ' +
  'itself, those of all its servers (postgres://one,two/name?target_session_attrs=read-write), or that of a PgBouncer'
const NOT_LISTENING =
  'it is reached through a pooler that gives every transaction another session (pool_mode = transaction), so that changes ' +
  'by others cannot be listened for; use pool_mode = session, or name an address that leads to PostgreSQL itself ' +
  'in database.listenUrl (DATABASE_LISTEN_URL)'
const NOT_PREPARED =
  'the pooler gives every transaction another session and loses prepared statements; use pool_mode = session, or ' +
  'PgBouncer 1.21 or later with max_prepared_statements above 0'
const NOT_HELD =
  'the pooler gives every transaction another session and loses its settings; use pool_mode = session, or make them the ' +
  "role's own, with the values of your settings: "
const OTHER_SERVER = 'database.listenUrl leads to another PostgreSQL than database.url'

/** Throws if the connection to the database cannot be used. */
export async function checkPooler(target: PooledTarget): Promise<void> {
  const session = await openSession(target)
  try {
    if (target.listenUrl !== undefined) await checkSame(session, { ...target, url: target.listenUrl })
    // Pgpool-II passes on the process number of the server, as if there were no pooler.
    if (await isPgpool(session.sql)) throw new Error(PGPOOL)
    if (session.pooled) await checkPooled(session.sql, target)
  } finally {
    await session.sql.end({ timeout: 1 })
  }
}

async function checkSame({ server }: PostgresSession, listening: PostgresTarget): Promise<void> {
  const session = await openSession(listening)
  try {
    if (session.server !== server) throw new Error(OTHER_SERVER)
    if (session.pooled && (await losesSession(session.sql, listening))) throw new Error(NOT_LISTENING)
  } finally {
    await session.sql.end({ timeout: 1 })
  }
}

async function checkPooled(sql: postgres.Sql, target: PooledTarget): Promise<void> {
  if (!(await losesSession(sql, target))) return
  if (target.listenUrl === undefined) throw new Error(NOT_LISTENING)
  if (!(await keepsPrepared(sql, target))) throw new Error(NOT_PREPARED)
  if (!(await keepsSettings(sql, target))) throw new Error(NOT_HELD + roleSettings(target))
}

/** Pgpool-II answers this itself; PostgreSQL does not know the name. */
function isPgpool(sql: postgres.Sql): Promise<boolean> {
  return sql.unsafe('show pool_version').then(
    () => true,
    () => false,
  )
}

const ROUNDS = 5
/** While another client holds the pooler's only session, no answer comes. */
const PATIENCE_MILLISECONDS = 1000

/** Whether other clients can get our session between two transactions. */
async function losesSession(sql: postgres.Sql, target: PostgresTarget): Promise<boolean> {
  const own = await backendOf(sql)
  for (let round = 0; round < ROUNDS; round += 1) {
    // A pooler that provides sessions for single statements only refuses the other client's transaction.
    const now = await besideAnother(target, () => backendOf(sql)).catch(() => undefined)
    if (now !== own) return true
  }
  return false
}

async function backendOf(sql: postgres.Sql): Promise<unknown> {
  const [row] = await sql.unsafe('select pg_backend_pid()').values()
  return row?.[0]
}

/** Asks while another client is inside a transaction, to which a pooler has given the session that was used last. */
async function besideAnother<T>(target: PostgresTarget, ask: () => Promise<T>): Promise<T | undefined> {
  const other = await openSession(target)
  try {
    await other.sql.unsafe('begin; select 1')
    const stopped = new AbortController()
    const late = sleep(PATIENCE_MILLISECONDS, undefined, { signal: stopped.signal }).catch(() => undefined)
    const answered = ask()
    answered.catch(() => {})
    return await Promise.race([answered, late]).finally(() => stopped.abort())
  } finally {
    await other.sql.end({ timeout: 0 })
  }
}

/**
 * Prepares a statement on one session of the server and runs it on another. Outside a transaction the driver would hide
 * the loss.
 */
async function keepsPrepared(sql: postgres.Sql, target: PostgresTarget): Promise<boolean> {
  const prepared = async () => {
    await sql.unsafe('begin')
    await sql.unsafe('select $1::int4 as one', [1], { prepare: true })
    await sql.unsafe('commit')
  }
  try {
    await prepared()
    for (let round = 0; round < ROUNDS; round += 1) await besideAnother(target, prepared)
    return true
  } catch {
    return false
  }
}

async function keepsSettings(sql: postgres.Sql, target: PostgresTarget): Promise<boolean> {
  const ask = async () => {
    const [row] = await sql
      .unsafe(`select current_schema(), extract(epoch from current_setting('statement_timeout')::interval) * 1000,
        current_setting('timezone'), split_part(current_setting('datestyle'), ',', 1)`)
      .values()
    return row?.map(String).join(' ')
  }
  const wanted = `${target.schema} ${target.statementTimeout} UTC ISO`
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await besideAnother(target, ask)
    if (found !== undefined && found.replace(/\.0+ /, ' ') !== wanted) return false
  }
  return true
}

function roleSettings({ schema, statementTimeout }: PostgresTarget): string {
  const settings = { search_path: schema, statement_timeout: statementTimeout, timezone: 'UTC', datestyle: 'ISO' }
  return Object.entries(settings)
    .map(([name, value]) => `alter role ... set ${name} = '${value}'`)
    .join('; ')
}
