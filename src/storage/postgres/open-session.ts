/**
 * Opens a session with the PostgreSQL that takes writes, and makes its settings hold. They are set by a statement: poolers
 * refuse most of them as parameters of a new connection.
 */
import postgres from 'postgres'
import { singleHosts } from '../../util/postgres-hosts.ts'
import { postgresTypes } from './postgres-types.ts'

export interface PostgresTarget {
  /** May name several hosts; the one that takes writes is looked for among them. */
  readonly url: string
  readonly ssl: boolean
  /** The schema that unqualified names of tables belong to. */
  readonly schema: string
  /** Milliseconds; 0 for none. */
  readonly statementTimeout: number
}

export interface SessionOptions {
  readonly onclose?: () => void
  /** Told of what other sessions announce; the driver's types do not know of it. */
  readonly onnotify?: (channel: string, text: string) => void
  /** Seconds; 0 keeps an unused connection. */
  readonly idle_timeout?: number
}

export interface PostgresSession {
  /** The driver, with this one connection. */
  readonly sql: postgres.Sql
  /** Another text for every server, and for the same one after each of its starts. */
  readonly server: string
  /** Somebody between us and the server hands out its sessions. */
  readonly pooled: boolean
}

/** Seconds. */
const CONNECT_TIMEOUT = 5
const IDLE_TIMEOUT = 60
/** The driver's own time-out ends with the sign-in. */
const SET_UP_TIMEOUT_MILLISECONDS = 6000

/** Several hosts are tried at once: one that is gone must not keep us from one that answers. */
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

/** That a host is a standby says less than why none of the others is the primary. */
function mostTelling({ errors }: AggregateError): unknown {
  return errors.find(error => !(error instanceof StandbyError)) ?? errors[0]
}

/** The server takes no writes. Its code is that of PostgreSQL for a transaction that may only read. */
class StandbyError extends Error {
  readonly code = '25006'
}

const STANDBY =
  'it is a standby, which takes no writes; give the address of the primary, or those of all servers: ' +
  'postgres://one,two/name?target_session_attrs=read-write'

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

async function setUp(sql: postgres.Sql, { schema, statementTimeout }: PostgresTarget): Promise<PostgresSession> {
  const settings = {
    search_path: `"${schema.replaceAll('"', '""')}"`,
    statement_timeout: String(statementTimeout),
    timezone: 'UTC',
    datestyle: 'ISO',
  }
  const set = Object.entries(settings).map(([name, text]) => `set_config('${name}', ${literal(text)}, false)`)
  const rows = await sql.unsafe<SetUpRow[]>(`
    select pg_is_in_recovery() as standby, pg_backend_pid() as pid,
      concat(inet_server_addr(), ' ', inet_server_port(), ' ', extract(epoch from pg_postmaster_start_time())) as server,
      ${set.join(', ')}`)
  const [{ standby, pid, server } = { standby: true, pid: 0, server: '' }] = rows
  if (standby) throw new StandbyError(STANDBY)
  return { sql, server, pooled: Number(pid) !== (rows.state as { pid?: number }).pid }
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

function driver(url: string, target: PostgresTarget, options: SessionOptions): postgres.Sql {
  const address = new URL(url)
  // The driver takes a standby for one that can be written to.
  address.searchParams.delete('target_session_attrs')
  return postgres(address.href, {
    max: 1,
    ...(target.ssl ? { ssl: 'require' as const } : {}),
    idle_timeout: IDLE_TIMEOUT,
    ...options,
    connect_timeout: CONNECT_TIMEOUT,
    // The driver's own limit of age would end a connection in the middle of a transaction; the pool does it instead.
    max_lifetime: null,
    fetch_types: false,
    types: postgresTypes,
    onnotice: () => {},
    connection: { application_name: 'populus' },
  })
}
