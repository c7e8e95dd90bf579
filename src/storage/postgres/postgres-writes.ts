/**
 * Transactions that write to PostgreSQL. What a transaction has changed is announced with its commit, and reported to the versions of
 * this process.
 */
import { setTimeout } from 'node:timers/promises'
import { PopulusError } from '../../errors.ts'
import type { ChangeLog } from '../../kept/dependencies/change-log.ts'
import { type ContentChange, toldAgain } from '../../kept/dependencies/content-change.ts'
import type { BoundStatement, Row, SeenStatement } from '../../sql/statement.ts'
import type { LastStep, Transaction, WriteOptions } from '../database.ts'
import { openTransaction } from '../open-transaction.ts'
import { isConflict, translateError } from '../translate-error.ts'
import { isRead, TransactionChanges } from '../versions/transaction-changes.ts'
import { ANNOUNCE } from './change-notices.ts'
import { checkConnection, isLost, type PostgresConnection } from './postgres-connection.ts'
import type { PostgresPool } from './postgres-pool.ts'

const NO_TIME_LIMIT = 'set local statement_timeout = 0'
/** Maximum number of attempts for work that conflicts with another transaction. */
const MOST_ATTEMPTS = 6

export interface PostgresWritesOptions {
  readonly pool: PostgresPool
  readonly versions: ChangeLog
  /** The text that announces a change. */
  readonly announcementOf: (change: ContentChange) => string
  /** Whether the announcement of a committed transaction has come back. */
  readonly hasHeard: (transaction: number) => Promise<boolean>
  readonly onStatement: (statement: SeenStatement) => void
  /** Time limit for one statement, in milliseconds, which errors name. */
  readonly timeout: number
}

/** What a transaction has changed for everybody. */
interface Committed {
  readonly transaction: number
  readonly change: ContentChange
}

interface Done<T> {
  readonly result: T
  /** `undefined` if nothing was changed. */
  readonly committed: Committed | undefined
}

/** The connection was lost, as when the database has started anew, and nothing can have been stored: it may be tried again. */
class LostBeforeCommit extends PopulusError {
  constructor(cause: unknown) {
    super('unavailable', {}, { cause })
  }
}

export class PostgresWrites {
  readonly #options: PostgresWritesOptions
  #lastStep: LastStep | undefined

  constructor(options: PostgresWritesOptions) {
    this.#options = options
  }

  beforeCommit(step: LastStep): void {
    this.#lastStep = step
  }

  async write<T>(work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T> {
    let mayBeLost = true
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#writeOnce(work, options?.unlimited ?? false)
      } catch (error) {
        if (error instanceof LostBeforeCommit && mayBeLost) {
          mayBeLost = false
          continue
        }
        if (!isConflict(error) || attempt === MOST_ATTEMPTS) throw error
        await setTimeout(Math.random() * 10 * 2 ** attempt)
      }
    }
  }

  async #writeOnce<T>(work: (transaction: Transaction) => Promise<T>, unlimited: boolean): Promise<T> {
    const { result, committed } = await this.#commitOnce(work, unlimited)
    if (committed !== undefined) await this.#tell(committed)
    return result
  }

  /**
   * The announcement says which rows have moved, and it has come back by now or is about to. Told twice, an answer that was made in
   * between would have to be made again.
   */
  async #tell({ transaction, change }: Committed): Promise<void> {
    const { versions, hasHeard } = this.#options
    // Nothing is counted that the announcement has not told.
    if (!(await hasHeard(transaction))) versions.changed(toldAgain(change))
  }

  #commitOnce<T>(work: (transaction: Transaction) => Promise<T>, unlimited: boolean): Promise<Done<T>> {
    return this.#options.pool.with(async connection => {
      const { generation } = connection
      connection.limited = !unlimited
      const changes = new TransactionChanges()
      const begun = this.#begin(connection, unlimited)
      const run = afterBegin(begun, statement => {
        checkConnection(connection, generation)
        return this.#change(connection, statement, changes)
      })
      const transaction = openTransaction(run)
      let committing = false
      try {
        const result = await work(transaction)
        await Promise.all([begun, transaction.settle()])
        if (!changes.none) await this.#lastStep?.(transaction, changes.change)
        transaction.end()
        committing = true
        const committed = await this.#commit(connection, generation, changes)
        return { result, committed }
      } catch (error) {
        transaction.end()
        if (!isLost(connection, generation)) await connection.command('rollback').catch(() => {})
        else if (!committing && !connection.silent && isUnavailable(error)) throw new LostBeforeCommit(error)
        throw error
      } finally {
        connection.limited = true
      }
    })
  }

  async #begin(connection: PostgresConnection, unlimited: boolean): Promise<void> {
    const commands = [connection.command('begin'), ...(unlimited ? [connection.command(NO_TIME_LIMIT)] : [])]
    await this.#translated(Promise.all(commands))
  }

  async #change<R>(
    connection: PostgresConnection,
    statement: BoundStatement<R>,
    changes: TransactionChanges,
  ): Promise<readonly R[]> {
    this.#options.onStatement(statement)
    try {
      const rows = await this.#translated(connection.run(statement))
      changes.note(statement, rows as readonly Row[])
      return rows
    } catch (error) {
      changes.note(statement)
      throw error
    }
  }

  /** The announcement is part of the transaction and travels with the commit. */
  async #commit(
    connection: PostgresConnection,
    generation: number,
    changes: TransactionChanges,
  ): Promise<Committed | undefined> {
    checkConnection(connection, generation)
    const { none, change } = changes
    const announced = none ? [] : connection.run({ text: ANNOUNCE, values: [this.#options.announcementOf(change)] })
    const [done, [row] = []] = await this.#translated(Promise.all([connection.command('commit'), announced]))
    // After a failed statement that `work` has ignored, the server answers a commit with a rollback.
    if (done !== 'COMMIT') throw new PopulusError('internal', {}, { cause: new Error('The transaction had failed') })
    return none ? undefined : { transaction: Number(row?.[0]), change }
  }

  async #translated<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      throw translateError(error, this.#options.timeout)
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof PopulusError && error.key === 'unavailable'
}

/**
 * Statements that read travel with the begin. One that changes something must be inside the transaction for certain, so it
 * waits for the begin, and everything after it does too.
 */
function afterBegin(begun: Promise<void>, run: Transaction['run']): Transaction['run'] {
  let isOpen = false
  let waits = false
  begun.then(
    () => {
      isOpen = true
    },
    () => undefined,
  )
  return async statement => {
    waits ||= !isRead(statement)
    if (waits && !isOpen) await begun
    return run(statement)
  }
}
