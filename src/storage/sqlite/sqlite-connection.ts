/**
 * One SQLite connection: keeps prepared statements by text, returns rows as arrays, applies its settings when opened.
 */
import { closeSync, existsSync, openSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { BoundedCache } from '../../kept/bounded-cache.ts'
import type { BoundStatement, Row, SqlValue, Unpack } from '../../sql/statement.ts'

/** Default room for prepared statements, in bytes. */
const STATEMENT_BYTES = 2 * 1024 * 1024
/** What SQLite needs for a prepared statement: a fixed number of bytes, and a number for each character of its text. */
const STATEMENT = 4000
const PER_CHARACTER = 17

export type PreparedStatement = Sqlite.Statement<SqlValue[], Row>

export interface SqliteConnection {
  /** Runs one statement. Statements without a result return no rows. */
  run<R = Row>(statement: BoundStatement<R>): readonly R[]
  /** False when SQLite has rolled back a transaction by itself, as it does on a full disk. */
  readonly inTransaction: boolean
  /** SQLite's counters of changes by other connections: for the content's file, and for both files. */
  contentVersion(): number
  dataVersion(): string
  close(): void
}

export interface SqliteConnectionOptions {
  readonly filename: string
  /** File (or `:memory:`) with Populus' own tables, attached as `schema`; `null` for none. */
  readonly own: { readonly filename: string; readonly schema: string } | null
  /** True: use a write-ahead log for the content's file. False: the file keeps its journal mode. */
  readonly writeAheadLog: boolean
  readonly readOnly: boolean
  /** False: rows may come before those that they refer to (default: true). */
  readonly foreignKeys?: boolean
  /**
   * How long the connection itself waits for a lock, in milliseconds (default: 0). It blocks its thread meanwhile, so a
   * process that serves others waits with `retryWhileBusy` instead.
   */
  readonly lockTimeout?: number
  /** Where prepared statements are kept. */
  readonly statements?: BoundedCache<PreparedStatement> | undefined
}

export function openSqliteConnection(options: SqliteConnectionOptions): SqliteConnection {
  const driver = new Sqlite(options.filename, { timeout: options.lockTimeout ?? 0 })
  try {
    applySettings(driver, options)
  } catch (error) {
    driver.close()
    throw error
  }
  return connectionOn(driver, options)
}

const ROLLBACK: BoundStatement = { text: 'rollback', values: [] }

/** Some errors (a full disk) have already ended the transaction. Then there is nothing to roll back. */
export function endTransaction(connection: SqliteConnection): void {
  try {
    connection.run(ROLLBACK)
  } catch {}
}

/** Only the owner can access it, and the files that SQLite puts next to it. An existing file stays as it is. */
export function createPrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

function applySettings(driver: Sqlite.Database, options: SqliteConnectionOptions): void {
  const { own, writeAheadLog, readOnly, foreignKeys = true } = options
  if (writeAheadLog) driver.pragma('main.journal_mode = wal')
  driver.pragma('synchronous = full')
  driver.pragma(`foreign_keys = ${foreignKeys ? 'on' : 'off'}`)
  // Without a write-ahead log, a spilled page would lock out our own reader in the middle of a write.
  driver.pragma('cache_spill = off')
  if (own !== null) {
    driver.prepare(`attach database ? as ${own.schema}`).run(own.filename)
    driver.pragma(`${own.schema}.journal_mode = wal`)
    driver.pragma(`${own.schema}.synchronous = full`)
  }
  if (readOnly) driver.pragma('query_only = on')
}

/**
 * SQLite applies many settings when they are prepared: run again, a prepared one would do nothing. Changes of tables run once, and each
 * of them looks through all prepared statements, so keeping them would cost the square of their number.
 */
const NOT_KEPT = /^\s*(?:pragma|create|alter|drop)\b/i

function connectionOn(
  driver: Sqlite.Database,
  { own, statements: prepared = new BoundedCache(STATEMENT_BYTES) }: SqliteConnectionOptions,
): SqliteConnection {
  const versions = [driver.prepare('pragma main.data_version').pluck()]
  if (own !== null) versions.push(driver.prepare(`pragma ${own.schema}.data_version`).pluck())
  const prepare = (text: string) => {
    const statement = driver.prepare<SqlValue[], Row>(text)
    if (statement.reader) statement.raw(true)
    if (!NOT_KEPT.test(text)) prepared.set(text, statement, STATEMENT + PER_CHARACTER * text.length)
    return statement
  }
  return {
    run<R>({ text, values, unpack }: BoundStatement<R>): readonly R[] {
      const statement = prepared.get(text) ?? prepare(text)
      const bound = values.some(isBoolean) ? values.map(toSqlite) : values
      if (unpack !== undefined) return unpack(...(statement.get(...bound) as unknown as PackedAnswer))
      // Rows that are not packed have `R = Row`.
      if (statement.reader) return statement.all(...bound) as readonly Row[] as never
      statement.run(...bound)
      return []
    },
    get inTransaction() {
      return driver.inTransaction
    },
    contentVersion: () => versions[0]!.get() as number,
    dataVersion: () => versions.map(version => version.get()).join('.'),
    close: () => driver.close(),
  }
}

type PackedAnswer = Parameters<Unpack<unknown>>

const isBoolean = (value: SqlValue): boolean => typeof value === 'boolean'
const toSqlite = (value: SqlValue): SqlValue => (typeof value === 'boolean' ? Number(value) : value)
