/** Opens the database from the settings, and explains to the operator why when that fails. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CacheConfig, Config, DatabaseConfig } from '../config/config.ts'
import { PopulusError, StartError } from '../errors.ts'
import type { CacheBudget } from '../kept/cache-budget.ts'
import type { SeenStatement } from '../sql/statement.ts'
import type { Database } from '../storage/database.ts'
import { isUnwritable } from '../storage/write-refusal.ts'
import { singleHosts } from '../util/postgres-hosts.ts'

export type StorageConfig = Pick<Config, 'database' | 'limits'> & {
  readonly cache?: Pick<CacheConfig, 'announcedOnly'>
  readonly server?: Pick<Config['server'], 'workers'>
  readonly history?: Pick<Config['history'], 'adopted'>
  /** If false, a database that does not exist or is empty is refused. */
  readonly mayCreate?: boolean
}

export interface OpenOptions {
  /** Only looks: creates no file next to the content's and keeps its journal mode. */
  readonly probe?: boolean
  /** The database is Strapi's, so its journal mode stays as it is. */
  readonly adopted?: boolean
  /** Rows may come before those that they refer to: for a new SQLite file that nobody else knows yet. */
  readonly unordered?: boolean
  readonly onStatement?: ((statement: SeenStatement) => void) | undefined
  /** Includes the memory for prepared statements. */
  readonly budget?: CacheBudget | undefined
}

/** A process pays for one of the drivers only. */
export async function openDatabase(
  { database, limits, cache, server }: StorageConfig,
  options: OpenOptions,
): Promise<Database> {
  try {
    const { onStatement, budget } = options
    const { statementTimeout } = limits
    const expensive = Math.max(1, Math.floor(limits.expensiveQueries / (server?.workers ?? 1)))
    if (database.client === 'postgres') {
      const pool = options.probe ? 1 : database.pool
      const announcedOnly = cache?.announcedOnly === true
      const { openPostgres } = await import('../storage/postgres/postgres-database.ts')
      return await openPostgres({ ...database, pool, expensive, statementTimeout, announcedOnly, onStatement, budget })
    }
    const { filename } = database
    if (filename !== ':memory:') mkdirSync(dirname(filename), { recursive: true })
    const own = options.probe ? 'if-exists' : 'create'
    const writeAheadLog = !options.probe && !options.adopted
    const readers = options.probe ? 0 : expensive
    const foreignKeys = !options.unordered
    const timeout = statementTimeout
    const { openSqlite } = await import('../storage/sqlite/sqlite-database.ts')
    const opening = { filename, writeAheadLog, foreignKeys, readers, single: options.probe === true }
    return await openSqlite({ ...opening, own, timeout, onStatement, budget })
  } catch (error) {
    throw cannotOpen(database, error)
  }
}

export function cannotOpen(database: DatabaseConfig, error: unknown): StartError {
  return new StartError(`Cannot open the database ${databaseText(database)}`, [reason(error)])
}

/** Describes a database without its password. */
export function databaseText(database: DatabaseConfig): string {
  if (database.client === 'sqlite') return database.filename
  const addresses = singleHosts(database.url).map(url => new URL(url))
  const hosts = addresses.map(({ hostname, port }) => `${hostname}:${port || 5432}`)
  return `postgres://${hosts.join(',')}${addresses[0]!.pathname} (schema ${database.schema})`
}

/** The schema that holds the content's tables. */
export function contentSchema(database: DatabaseConfig): string {
  return database.client === 'sqlite' ? 'main' : database.schema
}

/** The driver's own message. Only the operator reads it, and no statement has run yet. */
function reason(error: unknown): string {
  if (isUnwritable(error)) return `${error.message} (${reason(error.cause)})`
  const cause = error instanceof PopulusError ? error.cause : error
  if (cause instanceof AggregateError) return cause.errors.map(inner => reason(inner)).join(', ')
  if (!(cause instanceof Error)) return 'no answer'
  return NOT_BUILT.test(cause.message) ? REBUILD : cause.message
}

/** Without its install script, the driver lacks its compiled part; after a change of Node, it has the wrong one. */
const NOT_BUILT = /Could not locate the bindings file|NODE_MODULE_VERSION/
const REBUILD =
  'better-sqlite3 is not compiled for this Node: run npm rebuild better-sqlite3, and if npm skips its install script, first npm install-scripts approve better-sqlite3'
