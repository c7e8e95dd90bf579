/**
 * The writes of a SQLite file, one after the other on a connection of their own. What a transaction has changed is reported to the
 * versions of this process, and to other processes through the commit log.
 */

import { PopulusError } from '../../errors.ts'
import type { ChangeLog } from '../../kept/dependencies/change-log.ts'
import type { ContentChange } from '../../kept/dependencies/content-change.ts'
import type { BoundStatement, Row, SeenStatement } from '../../sql/statement.ts'
import { Slices } from '../../util/process/slices.ts'
import type { LastStep, Transaction, WriteOptions } from '../database.ts'
import { openTransaction } from '../open-transaction.ts'
import { isBusy, translateError } from '../translate-error.ts'
import { TransactionChanges } from '../versions/transaction-changes.ts'
import { isUnwritable } from '../write-refusal.ts'
import type { CommitLog } from './commit-log.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { endTransaction, type SqliteConnection } from './sqlite-connection.ts'
import { WriteQueue } from './write-queue.ts'

const BEGIN_IMMEDIATE: BoundStatement = { text: 'begin immediate', values: [] }
const COMMIT: BoundStatement = { text: 'commit', values: [] }
/** Whether pages may be written to the log before the commit. */
const SPILL: BoundStatement = { text: 'pragma cache_spill = on', values: [] }
const KEEP: BoundStatement = { text: 'pragma cache_spill = off', values: [] }

/** Somebody has changed something. */
const UNKNOWN: readonly ContentChange[] = ['all']

export interface SqliteWritesOptions {
  readonly connection: SqliteConnection
  readonly versions: ChangeLog
  readonly hasWriteAheadLog: () => boolean
  /** Called when the log is first needed. Returns `undefined` if there can be none. */
  readonly openCommitLog: () => CommitLog | undefined
  readonly onStatement: (statement: SeenStatement) => void
  /** Receives how long a commit has been waiting for readers, in milliseconds. */
  readonly onWait: (milliseconds: number) => void
}

export class SqliteWrites {
  readonly #options: SqliteWritesOptions
  readonly #connection: SqliteConnection
  readonly #queue = new WriteQueue()
  #lastStep: LastStep | undefined
  /** Absent until it is needed; `null` if there is none. */
  #commitLog: CommitLog | null | undefined

  constructor(options: SqliteWritesOptions) {
    this.#options = options
    this.#connection = options.connection
  }

  /** True while nothing is being written, and nothing waits for that. */
  get idle(): boolean {
    return this.#queue.idle
  }

  /** Runs a read between two writes. */
  between<T>(read: () => Promise<T>): Promise<T> {
    return this.#queue.run(read)
  }

  write<T>(work: (transaction: Transaction) => Promise<T>, { unlimited = false }: WriteOptions = {}): Promise<T> {
    return this.#queue.run(handedInAt => {
      const transact = () => this.#transact(work, handedInAt)
      return unlimited ? this.#inLittleMemory(transact) : transact()
    })
  }

  async #transact<T>(work: (transaction: Transaction) => Promise<T>, handedInAt: number): Promise<T> {
    await this.#queue.lock(handedInAt, () => this.#connection.run(BEGIN_IMMEDIATE))
    const changes = new TransactionChanges()
    const run: Transaction['run'] = async statement => {
      this.#checkTransaction()
      return this.#change(statement, changes)
    }
    const transaction = openTransaction(inSlices(run))
    try {
      const result = await work(transaction)
      await transaction.settle()
      if (!changes.none) await this.#lastStep?.(transaction, changes.change)
      transaction.end()
      await this.#commit(changes)
      return result
    } catch (error) {
      transaction.end()
      endTransaction(this.#connection)
      throw error
    }
  }

  /**
   * Otherwise SQLite keeps all pages that a transaction changes until its end. The setting has no effect in the middle of a
   * transaction. Without a write-ahead log, pages written early would lock out our own reader.
   */
  async #inLittleMemory<T>(transact: () => Promise<T>): Promise<T> {
    if (!this.#options.hasWriteAheadLog()) return transact()
    this.#connection.run(SPILL)
    try {
      return await transact()
    } finally {
      this.#connection.run(KEEP)
    }
  }

  beforeCommit(step: LastStep): void {
    this.#lastStep = step
  }

  /** What other processes have committed since the last call. */
  changesByOthers(): readonly ContentChange[] {
    return this.#log()?.changesByOthers() ?? UNKNOWN
  }

  /** Resolves when everything submitted so far has ended, successfully or not. */
  settled(): Promise<void> {
    return this.#queue.settled()
  }

  /** The last connection to be closed, because it may write: it empties the write-ahead log. */
  close(): void {
    this.#connection.close()
    this.#commitLog?.close()
  }

  #change<R>(statement: BoundStatement<R>, changes: TransactionChanges): readonly R[] {
    this.#options.onStatement(statement)
    try {
      const rows = this.#connection.run(statement)
      changes.note(statement, rows as readonly Row[])
      return rows
    } catch (error) {
      changes.note(statement)
      throw translateError(error, 0)
    }
  }

  async #commit(changes: TransactionChanges): Promise<void> {
    const { versions, onWait } = this.#options
    this.#checkTransaction()
    try {
      await retryWhileBusy(() => this.#commitOnce(changes), { waited: onWait })
    } catch (error) {
      // One of the two files may have been committed before the other one failed.
      versions.changed('all')
      throw error
    }
    if (!changes.none) versions.changed(changes.change)
  }

  #commitOnce(changes: TransactionChanges): void {
    const run = () => void this.#connection.run(COMMIT)
    const log = changes.none ? undefined : this.#log()
    if (log === undefined) run()
    else log.commit({ run, change: changes.change, byOthers: () => this.#connection.dataVersion() })
  }

  #log(): CommitLog | undefined {
    if (this.#commitLog === undefined) {
      try {
        this.#commitLog = this.#options.openCommitLog() ?? null
      } catch (error) {
        if (isBusy(error)) throw error
        // There may be room for it later.
        if (isUnwritable(translateError(error, 0))) return undefined
        this.#commitLog = null
      }
    }
    return this.#commitLog ?? undefined
  }

  /**
   * A full disk ends a transaction in the middle. Later statements would be kept although the earlier ones are lost.
   */
  #checkTransaction(): void {
    if (!this.#connection.inTransaction)
      throw new PopulusError('unavailable', {}, { cause: new Error('SQLite has rolled the transaction back') })
  }
}

/** Lets others run in the middle of a transaction. The statements stay in the order of their calls: while one waits for the next slice, those after it wait too. */
function inSlices(run: Transaction['run']): Transaction['run'] {
  const slices = new Slices()
  return async statement => {
    if (!slices.goesOn) await slices.next()
    return run(statement)
  }
}
