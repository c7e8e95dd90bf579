/** The contract between the operations and a database. Implementations: `sqlite-database.ts`, `postgres-database.ts`. */
import type { SqlDialect } from '../sql/dialect.ts'
import type { BoundStatement, Row } from '../sql/statement.ts'

/**
 * A read as a sequence of levels: each `yield` hands out statements that do not depend on each other and receives
 * their rows, in the same order. The database decides how a level is run (SQLite: one after the other inside one
 * read transaction; PostgreSQL: pipelined in one round trip).
 */
export type ReadSteps<T> = Generator<readonly BoundStatement[], T, readonly (readonly Row[])[]>

/** Statements of one write, run one after the other in one transaction. */
export interface Transaction {
  /** Runs a statement and gives its rows (`RETURNING`), or none. */
  run(statement: BoundStatement): Promise<readonly Row[]>
}

export interface Database {
  readonly dialect: SqlDialect
  read<T>(steps: ReadSteps<T>): Promise<T>
  /**
   * Commits when `work` resolves, rolls back when it throws. Where transactions get into each other's way, `work` is
   * done again from the start.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /**
   * A value that differs from an earlier one when somebody may have changed data in between, on any connection.
   * Equal values promise nothing older than `staleAfter` of the implementation.
   */
  changeToken(): Promise<string>
  /**
   * Such a token too, but asked of the database itself: it differs from all earlier ones when a change was announced
   * before this call, by whichever process. For decisions about rights, which a notice on its way must not outrun.
   */
  confirmedChangeToken(): Promise<string>
  /** Tells the other processes on this database that data has changed; afterwards every confirmed token is a new one. */
  announceChange(): Promise<void>
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
export function* steps(...statements: BoundStatement[]): ReadSteps<readonly (readonly Row[])[]> {
  return yield statements
}
