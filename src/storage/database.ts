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

/** For reads that a client has asked for. They have a deadline; the server's own reads, without options, have none. */
export interface ReadOptions {
  /** Expected to take long: it must not keep others from being served. */
  readonly expensive?: boolean
  /** A signal that fires when nobody waits for the answer any more. Asked for only when the read takes a while. */
  readonly gone?: (() => AbortSignal) | undefined
}

/** Statements of one write, run one after the other in one transaction. */
export interface Transaction {
  /** Runs a statement and gives its rows (`RETURNING`), or none. */
  run<R = Row>(statement: BoundStatement<R>): Promise<readonly R[]>
}

export interface WriteOptions {
  /** Its statements have no time limit: changes of large tables, which nobody waits for in front of a browser. */
  readonly unlimited?: boolean
}

export interface Database {
  readonly dialect: SqlDialect
  /** How the bytes of its packed rows become JSON. */
  readonly wire: WireFormat
  /** When which table was changed, as far as it is known: `catchUp` brings it up to date. */
  readonly versions: TableVersions
  /** In one snapshot. */
  read<T, R = Row>(steps: ReadSteps<T, R>, options?: ReadOptions): Promise<T>
  /**
   * The same for less. What is read belongs together, and to `versions`, as long as nobody changes the tables: gives
   * `undefined` when somebody may have done so since the last `catchUp`.
   */
  readUnchanged<T, R = Row>(
    tables: readonly string[],
    steps: ReadSteps<T, R>,
    options?: ReadOptions,
  ): Promise<T | undefined>
  /**
   * Commits when `work` resolves, rolls back when it throws. Where transactions get into each other's way, `work` is
   * done again from the start. Every process on this database learns which tables were changed.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * Asks the database itself. Afterwards `versions` knows of every change that was acknowledged, by whichever process
   * and to whomever, before this call.
   */
  catchUp(): Promise<void>
  /** How the connections are used at the moment, where there is a limited number of them. */
  figures?(): PoolFigures
  /** How reads that take long are getting on. */
  expensiveReads(): ExpensiveFigures
  close(): Promise<void>
}

export interface PoolFigures {
  /** Most connections at the same time. */
  readonly size: number
  readonly inUse: number
  /** Callers who wait for a connection. */
  readonly waiting: number
}

export interface ExpensiveFigures {
  readonly running: number
  /** Those that wait for their turn. */
  readonly waiting: number
  /** Those that were ended because they took too long or nobody waited for them any more, since the start. */
  readonly ended: number
  /** SQLite: processes that read for this one. */
  readonly processes: number
}

/** Runs statements outside of a transaction, one after the other. */
export function* steps<R = Row>(...statements: BoundStatement<R>[]): ReadSteps<readonly (readonly R[])[], R> {
  return yield statements
}
