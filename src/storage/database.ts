/** The contract between the operations and a database. Implementations: `sqlite-database.ts`, `postgres-database.ts`. */
import type { SqlDialect } from '../sql/sql-dialect.ts'
import type { BoundStatement, Row } from '../sql/statement.ts'
import type { WireFormat } from '../wire/wire-format.ts'
import type { TableVersions } from './versions/table-versions.ts'

/**
 * A read as a sequence of levels: each `yield` hands out statements that do not depend on each other and receives
 * their rows, in the same order. The database decides how a level is run (SQLite: one after the other; PostgreSQL:
 * in one round trip, as one statement where all of them are packed).
 */
export type ReadSteps<T, R = Row> = Generator<readonly BoundStatement<R>[], T, readonly (readonly R[])[]>

/** Statements of one write, run one after the other in one transaction. */
export interface Transaction {
  /** Runs a statement and gives its rows (`RETURNING`), or none. */
  run<R = Row>(statement: BoundStatement<R>): Promise<readonly R[]>
}

export interface Database {
  readonly dialect: SqlDialect
  /** How the bytes of its packed rows become JSON. */
  readonly wire: WireFormat
  /** When which table was changed, as far as it is known: `catchUp` brings it up to date. */
  readonly versions: TableVersions
  /** In one snapshot. */
  read<T, R = Row>(steps: ReadSteps<T, R>): Promise<T>
  /**
   * The same for less. What is read belongs together, and to `versions`, as long as nobody changes the tables: gives
   * `undefined` when somebody may have done so since the last `catchUp`.
   */
  readUnchanged<T, R = Row>(tables: readonly string[], steps: ReadSteps<T, R>): Promise<T | undefined>
  /**
   * Commits when `work` resolves, rolls back when it throws. Where transactions get into each other's way, `work` is
   * done again from the start. Every process on this database learns which tables were changed.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /**
   * Asks the database itself. Afterwards `versions` knows of every change that was acknowledged, by whichever process
   * and to whomever, before this call.
   */
  catchUp(): Promise<void>
  /** How the connections are used at the moment, where there is a limited number of them. */
  figures?(): PoolFigures
  close(): Promise<void>
}

export interface PoolFigures {
  /** Most connections at the same time. */
  readonly size: number
  readonly inUse: number
  /** Callers who wait for a connection. */
  readonly waiting: number
}

/** Runs statements outside of a transaction, one after the other. */
export function* steps<R = Row>(...statements: BoundStatement<R>[]): ReadSteps<readonly (readonly R[])[], R> {
  return yield statements
}
