/**
 * Opens a session with the PostgreSQL server that accepts writes, or with one that follows it, and applies the session's settings. A statement sets
 * them, because poolers refuse most of them as parameters of a new connection.
 */
import postgres from 'postgres'
import { singleHosts } from '../../util/postgres-hosts.ts'

export interface PostgresTarget {
  /** May name several hosts; the one that accepts writes is used. */
  readonly url: string
  readonly ssl: boolean
  /** The schema of unqualified table names. */
  readonly schema: string
  /** Milliseconds; 0 for none. */
  readonly statementTimeout: number
  /** True: a server that follows another one is meant, and nothing else will do. */
  readonly replica?: boolean
}

/** Different for every server, and for the same server after each restart. */
export const SERVER =
  "concat(inet_server_addr(), ' ', inet_server_port(), ' ', extract(epoch from pg_postmaster_start_time()))"

export interface SessionOptions {
  readonly onclose?: () => void
  /** Receives what other sessions announce. The driver's types do not include it. */
  readonly onnotify?: (channel: string, text: string) => void
  /** Seconds; 0 keeps an unused connection open. */
  readonly idle_timeout?: number
}

export interface PostgresSession {
  /** The driver, with this one connection. */
  readonly sql: postgres.Sql
  /** The value of `SERVER`. */
  readonly server: string
  /** A pooler between us and the server hands out its sessions. */
  readonly pooled: boolean
}

/** Without this the driver sends statements that have no values as plain text, to be parsed and planned every time. */
export const EXTENDED = { prepare: true, simple: false }

/** Seconds. */
const CONNECT_TIMEOUT = 5
const IDLE_TIMEOUT = 60
/** The driver's own time-out covers only the sign-in. */
const SET_UP_TIMEOUT_MILLISECONDS = 6000

/** Tries several hosts at once, so a dead one does not keep us from one that answers. */
export async function openSession(target: PostgresTarget, options: SessionOptions = {}): Promise<PostgresSession> {
  const urls = singleHosts(target.url)
  const attempts = urls.map(url => attempt(url, target, options))
  try {
    const first = await Promise.any(attempts)
    for (const other of attempts)
      other.then(
        session => session !== first && end(session.sql),
        () => {},
      )
    return first
  } catch (error) {
    throw mostTelling(error as AggregateError)
  }
}

/** Why none of the other hosts is the primary is more useful than that one of them is a standby. */
function mostTelling({ errors }: AggregateError): unknown {
  return errors.find(error => !(error instanceof StandbyError)) ?? errors[0]
}

/** The server accepts no writes. The code is PostgreSQL's code for a read-only transaction. */
class StandbyError extends Error {
  readonly code = '25006'
}

const STANDBY =
  'it is a standby, which takes no writes; give the address of the primary, or those of all servers: ' +
  'postgres://one,two/name?target_session_attrs=read-write'

export class NotReplicaError extends Error {}

const PROMOTED = 'it takes writes, so it is no replica'
const POOLED = 'it is reached through a pooler, which may give every statement another session'

async function attempt(url: string, target: PostgresTarget, options: SessionOptions): Promise<PostgresSession> {
  let set = false
  const onclose = () => {
    if (set) options.onclose?.()
  }
  const sql = driver(url, target, { ...options, onclose })
  const timer = setTimeout(() => end(sql), SET_UP_TIMEOUT_MILLISECONDS)
  try {
    const session = await setUp(sql, target)
    set = true
    return session
  } catch (error) {
    end(sql)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function end(sql: postgres.Sql): void {
  sql.end({ timeout: 0 }).catch(() => {})
}

interface SetUpRow {
  readonly standby: boolean
  readonly pid: number
  readonly server: string
}

async function setUp(
  sql: postgres.Sql,
  { schema, statementTimeout, replica = false }: PostgresTarget,
): Promise<PostgresSession> {
  const settings = {
    search_path: `"${schema.replaceAll('"', '""')}"`,
    statement_timeout: String(statementTimeout),
    timezone: 'UTC',
    datestyle: 'ISO',
  }
  const set = Object.entries(settings).map(([name, text]) => `set_config('${name}', ${literal(text)}, false)`)
  const rows = await sql.unsafe<SetUpRow[]>(`
    select pg_is_in_recovery() as standby, pg_backend_pid() as pid, ${SERVER} as server, ${set.join(', ')}`)
  const [{ standby, pid, server } = { standby: true, pid: 0, server: '' }] = rows
  const pooled = Number(pid) !== (rows.state as { pid?: number }).pid
  if (!replica && standby) throw new StandbyError(STANDBY)
  if (replica && !standby) throw new NotReplicaError(PROMOTED)
  if (replica && pooled) throw new NotReplicaError(POOLED)
  return { sql, server, pooled }
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

function driver(url: string, target: PostgresTarget, options: SessionOptions): postgres.Sql {
  const address = new URL(url)
  // The driver mistakes a standby for a server that accepts writes.
  address.searchParams.delete('target_session_attrs')
  return postgres(address.href, {
    max: 1,
    ...(target.ssl ? { ssl: 'require' as const } : {}),
    idle_timeout: IDLE_TIMEOUT,
    ...options,
    connect_timeout: CONNECT_TIMEOUT,
    // The driver's own age limit would end a connection in the middle of a transaction. The pool enforces one instead.
    max_lifetime: null,
    fetch_types: false,
    types: postgresTypes,
    onnotice: () => {},
    connection: { application_name: 'populus' },
  })
}

const asIs = <T>(value: T): T => value

/**
 * How values travel to and from PostgreSQL. Dates, JSON and exact numbers stay the text that the server sends. By the driver's defaults, int2, int4, oid, float4 and float8 become
 * numbers; numeric stays text.
 */
export const postgresTypes = {
  date: { to: 1184, from: [1082, 1114, 1184], serialize: asIs, parse: asIs },
  json: { to: 114, from: [114, 3802], serialize: asIs, parse: asIs },
  /** Ids are 64-bit integers. A number that is not exact stays text. */
  bigint: { to: 20, from: [20], serialize: String, parse: wholeNumber },
  boolean: { to: 16, from: [16], serialize: booleanText, parse: (text: string) => text === 't' },
}

function wholeNumber(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

function booleanText(value: unknown): unknown {
  if (value === true) return 't'
  return value === false ? 'f' : value
}
