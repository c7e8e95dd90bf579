/** The contract between the operations and a database: `sqlite-database.ts` and `postgres-database.ts` implement it. */

import type { PopulusError } from '../errors.ts'
import type { ChangeLog } from '../kept/dependencies/change-log.ts'
import type { ContentChange } from '../kept/dependencies/content-change.ts'
import type { SqlDialect } from '../sql/sql-dialect.ts'
import type { BoundStatement, Row } from '../sql/statement.ts'
import type { WireFormat } from '../wire/wire-format.ts'

/**
 * A read as a sequence of levels. Each `yield` hands out statements that do not depend on each other and receives their
 * rows in the same order. The database decides how to run a level: SQLite runs the statements one after the other,
 * PostgreSQL in one round trip, and as one statement if all of them are packed.
 */
export type ReadSteps<T, R = Row> = Generator<readonly BoundStatement<R>[], T, readonly (readonly R[])[]>

/** For reads that a client asked for. They have a deadline; the server's own reads, without options, have none. */
export interface ReadOptions {
  /** Expected to take long, so it must not block other requests. */
  readonly expensive?: boolean
  /** A signal that fires when nobody waits for the answer any more. Called only when the read takes a while. */
  readonly gone?: (() => AbortSignal) | undefined
}

/** The statements of one write, run one after the other in one transaction. */
export interface Transaction {
  /** Runs a statement and returns its rows (`RETURNING`), if any. */
  run<R = Row>(statement: BoundStatement<R>): Promise<readonly R[]>
  /** Runs a statement whose rows nobody needs, without waiting for it. If it fails, the next `run` or the commit does. */
  send(statement: BoundStatement): void
  /** Waits for everything that was sent. Throws its first failure. */
  settle(): Promise<void>
}

/** Receives what the transaction has changed so far. */
export type LastStep = (transaction: Transaction, change: ContentChange) => Promise<void>

export interface WriteOptions {
  /**
   * The statements have no time limit, and the transaction may be larger than the memory. For changes to large tables, which
   * nobody waits for in front of a browser.
   */
  readonly unlimited?: boolean
}

export interface Database {
  readonly dialect: SqlDialect
  /** How the bytes of packed rows become JSON. */
  readonly wire: WireFormat
  /** What was changed, as far as this process knows. `catchUp` brings it up to date. */
  readonly versions: ChangeLog
  /** Reads in one snapshot. */
  read<T, R = Row>(steps: ReadSteps<T, R>, options?: ReadOptions): Promise<T>
  /**
   * Like `read`, but cheaper. The result is consistent, and matches `versions`, as long as nobody changes the tables.
   * Returns `undefined` when somebody may have changed them since the last `catchUp`.
   */
  readUnchanged<T, R = Row>(
    tables: readonly string[],
    steps: ReadSteps<T, R>,
    options?: ReadOptions,
  ): Promise<T | undefined>
  /**
   * Like `read`, from a replica that has at least what `versions` has of the tables, and nothing that the primary does not show. Returns
   * `undefined` if none can answer. Absent where there are none.
   */
  readOnReplica?<T, R = Row>(
    tables: readonly string[],
    steps: ReadSteps<T, R>,
    options?: ReadOptions,
  ): Promise<T | undefined>
  /**
   * Commits when `work` resolves, rolls back when it throws. When transactions conflict, `work` runs again from the
   * start. Every process on this database learns what was changed.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Runs `step` at the end of each transaction that has changed something, as a part of it. */
  beforeCommit(step: LastStep): void
  /**
   * Asks the database itself. Afterwards `versions` includes every change that any process acknowledged to anyone
   * before this call.
   */
  catchUp(): Promise<void>
  /** Why writes are refused although reads work: the disk is full, or the database is read-only. */
  refusal(): PopulusError | undefined
  /** How the connections are used at the moment. Absent where their number is not limited. */
  figures?(): PoolFigures
  /** How the replicas are. Absent where none are set. */
  replicas?(): readonly ReplicaFigures[]
  /** The state of the reads that take long. */
  expensiveReads(): ExpensiveFigures
  close(): Promise<void>
}

export interface PoolFigures {
  /** Maximum number of connections at the same time. */
  readonly size: number
  readonly inUse: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

/** Why a replica gets no reads; `in use` if it does. */
export type ReplicaState = 'in use' | 'behind' | 'promoted' | 'not following' | 'unreachable'

export interface ReplicaFigures {
  /** Host and port. */
  readonly address: string
  readonly state: ReplicaState
  /** How many bytes of the log it has not replayed yet; `null` if that is unknown. */
  readonly lag: number | null
  /** Reads that it has answered since the start. */
  readonly answers: number
  /** Its part of all reads that a replica may answer, from 0 to 1. */
  readonly share: number
}

export interface ExpensiveFigures {
  readonly running: number
  /** Reads that wait for their turn. */
  readonly waiting: number
  /** Reads ended since the start because they took too long or nobody waited for them any more. */
  readonly ended: number
  /** SQLite: the processes that read for this one. */
  readonly processes: number
}

const ofOneLevel = new WeakSet<object>()

/** A read of one level. */
export function steps<R = Row>(...statements: BoundStatement<R>[]): ReadSteps<readonly (readonly R[])[], R> {
  const read = oneLevel(statements)
  ofOneLevel.add(read)
  return read
}

function* oneLevel<R>(statements: readonly BoundStatement<R>[]): ReadSteps<readonly (readonly R[])[], R> {
  return yield statements
}

/** Whether a read is known to have no other level than the first. */
export function hasOneLevel(read: object): boolean {
  return ofOneLevel.has(read)
}

/** Several reads at once, in as many levels as the deepest of them takes. Returns what each of them returns, in their order. */
export function* together<T, R = Row>(reads: readonly ReadSteps<T, R>[]): ReadSteps<readonly T[], R> {
  const found = new Map<number, T>()
  let open = reads.map((read, index) => ({ read, index, step: read.next() }))
  while (true) {
    for (const { index, step } of open) if (step.done) found.set(index, step.value)
    const asking = open.flatMap(({ read, index, step }) => (step.done ? [] : [{ read, index, statements: step.value }]))
    if (asking.length === 0) return reads.map((_, index) => found.get(index) as T)
    const answers = yield asking.flatMap(({ statements }) => statements)
    let at = 0
    open = asking.map(({ read, index, statements }) => {
      const own = answers.slice(at, at + statements.length)
      at += statements.length
      return { read, index, step: read.next(own) }
    })
  }
}
