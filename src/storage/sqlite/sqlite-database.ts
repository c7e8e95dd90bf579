/**
 * A SQLite file as a Database. Reads run synchronously inside one read transaction, so an answer is one snapshot.
 * Writes run one after the other on their own connection.
 *
 * The driver runs a statement in this thread and cannot stop it. Reads that are expected to take long, and those that
 * have taken long before, therefore run in separate processes (`reader-pool.ts`). What such a process reads matches
 * `versions` under the same condition as what is read here: the counters compared after the read are those that the
 * last `catchUp` has seen. A database in memory exists in this process only, and everything runs here.
 */
import { existsSync } from 'node:fs'
import type { CacheBudget } from '../../cache/cache-budget.ts'
import { ChangeLog } from '../../dependencies/change-log.ts'
import type { ContentChange } from '../../dependencies/content-change.ts'
import { PopulusError } from '../../errors.ts'
import { sqliteDialect } from '../../sql/sqlite.ts'
import type { BoundStatement, Row, SeenStatement } from '../../sql/statement.ts'
import { sqliteWire } from '../../wire/sqlite-wire.ts'
import type { Database, ExpensiveFigures, LastStep, ReadOptions, ReadSteps, Transaction } from '../database.ts'
import { isBusy, translateError } from '../translate-error.ts'
import { TransactionChanges } from '../versions/transaction-changes.ts'
import { type CommitLog, openCommitLog } from './commit-log.ts'
import { ReaderPool } from './reader-pool.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { SlowReads } from './slow-reads.ts'
import {
  createPrivately,
  openSqliteConnection,
  type PreparedStatement,
  type SqliteConnection,
} from './sqlite-connection.ts'
import { WriteQueue } from './write-queue.ts'

export interface SqliteOptions {
  /** Path of the content's file, or `:memory:`. */
  readonly filename: string
  /** The file next to it for Populus' own tables (default: `create`). */
  readonly own?: 'create' | 'if-exists'
  /** False leaves the file's journal mode as it is, for databases that belong to Strapi (default: true). */
  readonly writeAheadLog?: boolean
  /** False: rows may come before those that they refer to (default: true). */
  readonly foreignKeys?: boolean
  /** Maximum number of processes for reads that take long (default: 0, which runs all of them here). */
  readonly readers?: number
  /** Time limit for a read that a client asked for, in milliseconds (default: none). */
  readonly timeout?: number
  /** Includes the memory for prepared statements. */
  readonly budget?: CacheBudget | undefined
  /** Receives every statement of a read or write before it runs. */
  readonly onStatement?: ((statement: SeenStatement) => void) | undefined
}

const MEMORY = ':memory:'

/** The writer's part of the room for prepared statements. There are far fewer kinds of writes than of reads. */
const WRITER_PART = 1 / 4

const BEGIN: BoundStatement = { text: 'begin', values: [] }
const BEGIN_IMMEDIATE: BoundStatement = { text: 'begin immediate', values: [] }
const COMMIT: BoundStatement = { text: 'commit', values: [] }
const ROLLBACK: BoundStatement = { text: 'rollback', values: [] }

/** `content/data.db` -> `content/data.populus.db` */
export function ownFilename(filename: string): string {
  return filename === MEMORY ? MEMORY : beside(filename, 'db')
}

/** `content/data.db`, `lock` -> `content/data.populus.lock` */
export function beside(filename: string, ending: string): string {
  return `${filename.replace(/\.(db|sqlite3?)$/i, '')}.populus.${ending}`
}

export async function openSqlite(options: SqliteOptions): Promise<Database> {
  try {
    return await retryWhileBusy(() => new SqliteDatabase(options))
  } catch (error) {
    throw translateError(error, 0)
  }
}

/** After this time a commit is worth more than the reads that hold it up, as they do without a write-ahead log. */
const READERS_GIVE_WAY_MILLISECONDS = 1000
/** The longest time that a timer can wait. */
const NO_TIMEOUT = 2 ** 31 - 1
const NO_READS: ExpensiveFigures = Object.freeze({ running: 0, waiting: 0, ended: 0, processes: 0 })

/** Somebody has changed something. */
const UNKNOWN: readonly ContentChange[] = ['all']

const LATE_LOCK = 'The file was locked in the middle of a read'

class SqliteDatabase implements Database {
  readonly wire = sqliteWire
  readonly dialect = sqliteDialect(sqliteWire)
  readonly versions = new ChangeLog()
  readonly #reader: SqliteConnection
  /** For `:memory:`, which exists once per connection, this is the reader. */
  readonly #writer: SqliteConnection
  readonly #writes = new WriteQueue()
  readonly #readers: ReaderPool | undefined
  readonly #slow = new SlowReads()
  readonly #timeout: number
  readonly #onStatement: (statement: SeenStatement) => void
  /** Last counters of the connections. The reader's counter covers every commit, the writer's only those by others. */
  #seenByReader = ''
  #seenByWriter = ''
  #looking: Promise<void> | undefined
  #lastStep: LastStep | undefined
  /** Absent until it is needed; `null` if there is none. */
  #commitLog: CommitLog | null | undefined
  readonly #openCommitLog: () => CommitLog | undefined

  constructor({ filename, own = 'create', writeAheadLog = true, readers = 0, ...options }: SqliteOptions) {
    const { foreignKeys = true } = options
    const attached = ownFilename(filename)
    const attach = own === 'create' || existsSync(attached)
    const common = {
      filename,
      own: attach ? { filename: attached, schema: this.dialect.ownSchema } : null,
      writeAheadLog: writeAheadLog && filename !== MEMORY,
      foreignKeys,
    }
    if (filename !== MEMORY) for (const file of attach ? [filename, attached] : [filename]) createPrivately(file)
    const { budget } = options
    const room = (part: number) => ({ statements: budget?.open<PreparedStatement>('statements', part) })
    this.#onStatement = options.onStatement ?? (() => {})
    this.#timeout = options.timeout ?? NO_TIMEOUT
    this.#writer = openSqliteConnection({ ...common, readOnly: false, ...room(WRITER_PART) })
    this.#reader =
      filename === MEMORY ? this.#writer : openSqliteConnection({ ...common, readOnly: true, ...room(1 - WRITER_PART) })
    this.#openCommitLog = () =>
      attach && this.#hasWriteAheadLog()
        ? openCommitLog(beside(filename, 'changes.db'), [filename, attached])
        : undefined
    if (filename === MEMORY || readers === 0) return
    this.#readers = new ReaderPool({
      connection: { ...common, writeAheadLog: false, readOnly: true },
      size: readers,
      timeout: this.#timeout,
      onStatement: this.#onStatement,
    })
  }

  expensiveReads(): ExpensiveFigures {
    return this.#readers?.figures() ?? NO_READS
  }

  async read<T, R>(steps: ReadSteps<T, R>, options?: ReadOptions): Promise<T> {
    const first = steps.next()
    if (first.done) return first.value
    const elsewhere = this.#readElsewhere(steps, first.value, options)
    return elsewhere ?? this.#besideWrites(() => this.#readHere(steps, first.value, options))
  }

  /**
   * A connection shared with the writer does not count its own commits; the versions do. Our own writer may not have
   * reported a commit to the versions yet. So every commit counts, whichever tables it changed.
   */
  async readUnchanged<T, R>(
    _tables: readonly string[],
    steps: ReadSteps<T, R>,
    options?: ReadOptions,
  ): Promise<T | undefined> {
    const first = steps.next()
    if (first.done) return first.value
    const [seen] = this.#seenByReader.split('.')
    const { now } = this.versions
    const elsewhere = this.#readElsewhere(steps, first.value, options)
    const found = await (elsewhere ?? this.#besideWrites(() => this.#readLoosely(steps, first.value, options)))
    return this.#contentVersion() === Number(seen) && this.versions.now === now ? found : undefined
  }

  /** `undefined` while the file is locked, because somebody may be changing it. */
  #contentVersion(): number | undefined {
    try {
      return this.#reader.contentVersion()
    } catch (error) {
      if (isBusy(error)) return undefined
      throw translateError(error, 0)
    }
  }

  /** Reads in another process if this read takes long; otherwise returns `undefined`. */
  #readElsewhere<T, R>(
    steps: ReadSteps<T, R>,
    first: readonly BoundStatement<R>[],
    options: ReadOptions | undefined,
  ): Promise<T> | undefined {
    if (this.#readers === undefined || options === undefined) return undefined
    const { text } = first[0]!
    if (!options.expensive && !this.#slow.has(text)) return undefined
    return this.#readers.read(steps, first, options, milliseconds => this.#slow.ran(text, milliseconds))
  }

  /** On a shared connection a read must not run in the middle of a write. */
  #besideWrites<T>(read: () => Promise<T>): Promise<T> {
    const shared = this.#reader === this.#writer && !this.#writes.idle
    return shared ? this.#writes.run(read) : read()
  }

  /** Uses no transaction for a statement that is alone on its level: most often it is the only one. */
  async #readLoosely<T, R>(
    steps: ReadSteps<T, R>,
    first: readonly BoundStatement<R>[],
    options: ReadOptions | undefined,
  ): Promise<T> {
    if (first.length > 1) return this.#readHere(steps, first, options)
    const begun = performance.now()
    const rows = await retryWhileBusy(() => this.#runAll(first))
    const next = steps.next(rows)
    if (!next.done) return this.#readHere(steps, next.value, options, { first, begun })
    if (options !== undefined) this.#slow.ran(first[0]!.text, performance.now() - begun)
    return next.value
  }

  /** `since`: set if a first level was already read. */
  #readHere<T, R>(
    steps: ReadSteps<T, R>,
    level: readonly BoundStatement<R>[],
    options: ReadOptions | undefined,
    since?: { readonly first: readonly BoundStatement<R>[]; readonly begun: number },
  ): Promise<T> {
    return retryWhileBusy(() => {
      const begun = since?.begun ?? performance.now()
      const found = this.#readTransaction(steps, level, begun + (options === undefined ? NO_TIMEOUT : this.#timeout))
      // A read that kept the others waiting here runs elsewhere the next time.
      if (options !== undefined) this.#slow.ran((since?.first ?? level)[0]!.text, performance.now() - begun)
      return found
    })
  }

  /**
   * Synchronous from begin to commit. Busy after the first level, which takes the lock, is final: steps cannot restart.
   */
  #readTransaction<T, R>(steps: ReadSteps<T, R>, first: readonly BoundStatement<R>[], deadline: number): T {
    let restartable = true
    this.#reader.run(BEGIN)
    try {
      const rows = this.#runAll(first)
      restartable = false
      let step = steps.next(rows)
      while (!step.done) {
        if (performance.now() > deadline) throw new PopulusError('tooSlow', { limit: this.#timeout })
        step = steps.next(this.#runAll(step.value))
      }
      this.#reader.run(COMMIT)
      return step.value
    } catch (error) {
      endTransaction(this.#reader)
      throw isBusy(error) && !restartable ? new PopulusError('unavailable', {}, { cause: new Error(LATE_LOCK) }) : error
    }
  }

  #runAll<R>(level: readonly BoundStatement<R>[]): readonly (readonly R[])[] {
    return level.map(statement => this.#runOn(this.#reader, statement))
  }

  #runOn<R>(connection: SqliteConnection, statement: BoundStatement<R>): readonly R[] {
    this.#onStatement(statement)
    try {
      return connection.run(statement)
    } catch (error) {
      throw translateError(error, 0)
    }
  }

  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#writes.run(async handedInAt => {
      await this.#writes.lock(handedInAt, () => this.#writer.run(BEGIN_IMMEDIATE))
      const changes = new TransactionChanges()
      try {
        const transaction: Transaction = {
          run: async statement => {
            this.#checkTransaction()
            return this.#change(statement, changes)
          },
        }
        const result = await work(transaction)
        if (!changes.none) await this.#lastStep?.(transaction, changes.change)
        await this.#commit(changes)
        return result
      } catch (error) {
        endTransaction(this.#writer)
        throw error
      }
    })
  }

  beforeCommit(step: LastStep): void {
    this.#lastStep = step
  }

  #change<R>(statement: BoundStatement<R>, changes: TransactionChanges): readonly R[] {
    try {
      const rows = this.#runOn(this.#writer, statement)
      changes.note(statement, rows as readonly Row[])
      return rows
    } catch (error) {
      changes.note(statement)
      throw error
    }
  }

  async #commit(changes: TransactionChanges): Promise<void> {
    this.#checkTransaction()
    try {
      await retryWhileBusy(() => this.#commitOnce(changes), { waited: milliseconds => this.#letCommit(milliseconds) })
    } catch (error) {
      // One of the two files may have been committed before the other one failed.
      this.versions.changed('all')
      throw error
    }
    if (!changes.none) this.versions.changed(changes.change)
  }

  #commitOnce(changes: TransactionChanges): void {
    const run = () => void this.#writer.run(COMMIT)
    const log = changes.none ? undefined : this.#log()
    if (log === undefined) run()
    else log.commit({ run, change: changes.change, byOthers: () => this.#writer.dataVersion() })
  }

  /** False for a database in memory, too. */
  #hasWriteAheadLog(): boolean {
    return this.#writer.run({ text: 'pragma main.journal_mode', values: [] })[0]?.[0] === 'wal'
  }

  #log(): CommitLog | undefined {
    if (this.#commitLog === undefined) {
      try {
        this.#commitLog = this.#openCommitLog() ?? null
      } catch (error) {
        if (isBusy(error)) throw error
        this.#commitLog = null
      }
    }
    return this.#commitLog ?? undefined
  }

  #letCommit(waited: number): void {
    if (waited > READERS_GIVE_WAY_MILLISECONDS) this.#readers?.interrupt()
  }

  /**
   * A full disk ends a transaction in the middle. Later statements would be kept although the earlier ones are lost.
   */
  #checkTransaction(): void {
    if (!this.#writer.inTransaction)
      throw new PopulusError('unavailable', {}, { cause: new Error('SQLite has rolled the transaction back') })
  }

  /** Looks once for all requests that arrived together. */
  catchUp(): Promise<void> {
    this.#looking ??= new Promise<void>(resolve => setImmediate(resolve)).then(() => {
      this.#looking = undefined
      return this.#lookPatiently()
    })
    return this.#looking
  }

  async #lookPatiently(): Promise<void> {
    await retryWhileBusy(() => this.#look())
  }

  #look(): void {
    const version = this.#reader.dataVersion()
    if (version === this.#seenByReader) return
    const byOthers = this.#writer.dataVersion()
    if (this.#seenByWriter === '') this.versions.changed('all')
    else if (byOthers !== this.#seenByWriter)
      for (const change of this.#log()?.changesByOthers() ?? UNKNOWN) this.versions.changed(change)
    this.#seenByWriter = byOthers
    this.#seenByReader = version
  }

  async close(): Promise<void> {
    this.#readers?.close()
    await this.#writes.settled()
    if (this.#reader !== this.#writer) this.#reader.close()
    this.#writer.close()
    this.#commitLog?.close()
  }
}

/** Some errors (a full disk) have already ended the transaction. Then there is nothing to roll back. */
function endTransaction(connection: SqliteConnection): void {
  try {
    connection.run(ROLLBACK)
  } catch {}
}
