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
import { PopulusError } from '../../errors.ts'
import type { CacheBudget } from '../../kept/cache-budget.ts'
import { ChangeLog } from '../../kept/dependencies/change-log.ts'
import { sqliteDialect } from '../../sql/sqlite.ts'
import type { BoundStatement, SeenStatement } from '../../sql/statement.ts'
import { sqliteWire } from '../../wire/sqlite-wire.ts'
import type {
  Database,
  ExpensiveFigures,
  LastStep,
  ReadOptions,
  ReadSteps,
  Transaction,
  WriteOptions,
} from '../database.ts'
import { isBusy, translateError } from '../translate-error.ts'
import { WriteRefusal } from '../write-refusal.ts'
import { openCommitLog } from './commit-log.ts'
import { DiskReserve } from './disk-reserve.ts'
import { beside, MEMORY, ownFilename } from './own-filename.ts'
import { copyToRead, isReadOnlyPlace, type ReadableCopy } from './readable-copy.ts'
import { ReaderPool } from './reader-pool.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { measure, SlowReads } from './slow-reads.ts'
import {
  createPrivately,
  endTransaction,
  openSqliteConnection,
  type PreparedStatement,
  type SqliteConnection,
  type SqliteConnectionOptions,
} from './sqlite-connection.ts'
import { SqliteWrites } from './sqlite-writes.ts'

export interface SqliteOptions {
  /** Path of the content's file, or `:memory:`. */
  readonly filename: string
  /** The file next to it for Populus' own tables (default: `create`). */
  readonly own?: 'create' | 'if-exists'
  /** False leaves the file's journal mode as it is, for databases that belong to Strapi (default: true). */
  readonly writeAheadLog?: boolean
  /** False: rows may come before those that they refer to (default: true). */
  readonly foreignKeys?: boolean
  /** True: one connection reads and writes. Each one has to read the whole schema, so a short look takes one only. */
  readonly single?: boolean
  /** Maximum number of processes for reads that take long (default: 0, which runs all of them here). */
  readonly readers?: number
  /** Time limit for a read that a client asked for, in milliseconds (default: none). */
  readonly timeout?: number
  /** Includes the memory for prepared statements. */
  readonly budget?: CacheBudget | undefined
  /** Receives every statement of a read or write before it runs. */
  readonly onStatement?: ((statement: SeenStatement) => void) | undefined
}

/** The writer's part of the room for prepared statements. There are far fewer kinds of writes than of reads. */
const WRITER_PART = 1 / 4

const BEGIN: BoundStatement = { text: 'begin', values: [] }
const COMMIT: BoundStatement = { text: 'commit', values: [] }

export async function openSqlite(options: SqliteOptions): Promise<Database> {
  const open = (changed: Partial<SqliteOptions> & Opening = {}) =>
    retryWhileBusy(() => new SqliteDatabase({ ...options, ...changed }))
  try {
    return await open()
  } catch (error) {
    const refusal = translateError(error, 0)
    if (refusal.key === 'databaseFull' && new DiskReserve(options.filename).release()) return open({ refusal })
    if (!isReadOnlyPlace(options.filename)) throw refusal
    const copy = copyToRead(options.filename)
    return open({ filename: copy.filename, copy })
  }
}

/** How a file had to be opened. */
interface Opening {
  /** Why it could not be opened at first. */
  readonly refusal?: PopulusError
  /** It is a copy, to which nothing may be written. */
  readonly copy?: ReadableCopy
}

/** After this time a commit is worth more than the reads that hold it up, as they do without a write-ahead log. */
const READERS_GIVE_WAY_MILLISECONDS = 1000
/** The longest time that a timer can wait. */
const NO_TIMEOUT = 2 ** 31 - 1
const NO_READS: ExpensiveFigures = Object.freeze({ running: 0, waiting: 0, ended: 0, processes: 0 })

const LATE_LOCK = 'The file was locked in the middle of a read'

export class SqliteDatabase implements Database {
  readonly wire = sqliteWire
  readonly dialect = sqliteDialect(sqliteWire)
  readonly versions = new ChangeLog()
  readonly #reader: SqliteConnection
  /** For `:memory:`, which exists once per connection, and for a short look, this is the reader. */
  readonly #writer: SqliteConnection
  readonly #writes: SqliteWrites
  readonly #readers: ReaderPool | undefined
  readonly #slow = new SlowReads()
  readonly #timeout: number
  readonly #onStatement: (statement: SeenStatement) => void
  /** Last counters of the connections. The reader's counter covers every commit, the writer's only those by others. */
  #seenByReader = ''
  #seenByWriter = ''
  #looking: Promise<void> | undefined
  readonly #refusal = new WriteRefusal(this.versions)
  /** Absent where nothing is kept beside the file. */
  readonly #reserve: DiskReserve | undefined
  readonly #copy: ReadableCopy | undefined

  constructor({ filename, own = 'create', writeAheadLog = true, readers = 0, ...options }: SqliteOptions & Opening) {
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
    this.#reserve = own === 'create' && options.copy === undefined ? new DiskReserve(filename) : undefined
    this.#copy = options.copy
    this.#writer = openSqliteConnection({ ...common, readOnly: false, ...room(WRITER_PART) })
    const isShared = filename === MEMORY || options.single === true
    this.#reader = isShared ? this.#writer : this.#openReader({ ...common, readOnly: true, ...room(1 - WRITER_PART) })
    this.#writes = new SqliteWrites({
      connection: this.#writer,
      versions: this.versions,
      hasWriteAheadLog: () => hasWriteAheadLog(this.#writer),
      openCommitLog: () =>
        attach && hasWriteAheadLog(this.#writer)
          ? openCommitLog(beside(filename, 'changes.db'), [filename, attached])
          : undefined,
      onStatement: this.#onStatement,
      onWait: milliseconds => this.#letCommit(milliseconds),
    })
    this.#refusal.note(options.refusal)
    if (options.refusal === undefined) this.#reserve?.fill()
    if (filename === MEMORY || readers === 0) return
    this.#readers = new ReaderPool({
      connection: { ...common, writeAheadLog: false, readOnly: true },
      size: readers,
      timeout: this.#timeout,
      onStatement: this.#onStatement,
    })
  }

  #openReader(options: SqliteConnectionOptions): SqliteConnection {
    try {
      return openSqliteConnection(options)
    } catch (error) {
      this.#writer.close()
      throw error
    }
  }

  /** A full disk has room again as soon as the reserve has. */
  refusal(): PopulusError | undefined {
    if (this.#copy !== undefined) return new PopulusError('databaseReadOnly')
    if (this.#refusal.last?.key === 'databaseFull' && this.#reserve?.hasRoom()) this.#refusal.end()
    return this.#refusal.last
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
    return shared ? this.#writes.between(read) : read()
  }

  /** Uses no transaction for a statement that is alone on its level: most often it is the only one. */
  async #readLoosely<T, R>(
    steps: ReadSteps<T, R>,
    first: readonly BoundStatement<R>[],
    options: ReadOptions | undefined,
  ): Promise<T> {
    if (first.length > 1) return this.#readHere(steps, first, options)
    const begun = performance.now()
    // While this waits, others read. Their time does not count.
    let spent = 0
    const rows = await retryWhileBusy(() => {
      const measured = measure()
      const found = this.#runAll(first)
      spent = measured()
      return found
    })
    const next = steps.next(rows)
    if (!next.done) return this.#readHere(steps, next.value, options, { first, begun, spent })
    if (options !== undefined) this.#slow.ran(first[0]!.text, spent)
    return next.value
  }

  /** `since`: set if a first level was already read; `spent` is how long that took. */
  #readHere<T, R>(
    steps: ReadSteps<T, R>,
    level: readonly BoundStatement<R>[],
    options: ReadOptions | undefined,
    since?: { readonly first: readonly BoundStatement<R>[]; readonly begun: number; readonly spent: number },
  ): Promise<T> {
    return retryWhileBusy(() => {
      const measured = measure()
      const deadline = (since?.begun ?? performance.now()) + (options === undefined ? NO_TIMEOUT : this.#timeout)
      const found = this.#readTransaction(steps, level, deadline)
      // A read that kept the others waiting here runs elsewhere the next time.
      const spent = (since?.spent ?? 0) + measured()
      if (options !== undefined) this.#slow.ran((since?.first ?? level)[0]!.text, spent)
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
    return level.map(statement => this.#run(statement))
  }

  #run<R>(statement: BoundStatement<R>): readonly R[] {
    this.#onStatement(statement)
    try {
      return this.#reader.run(statement)
    } catch (error) {
      throw translateError(error, 0)
    }
  }

  write<T>(work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.#refusal.watch(async () => {
      if (this.#copy !== undefined) throw new PopulusError('databaseReadOnly')
      return this.#writes.write(work, options)
    })
  }

  beforeCommit(step: LastStep): void {
    this.#writes.beforeCommit(step)
  }

  #letCommit(waited: number): void {
    if (waited > READERS_GIVE_WAY_MILLISECONDS) this.#readers?.interrupt()
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
      for (const change of this.#writes.changesByOthers()) this.versions.changed(change)
    this.#seenByWriter = byOthers
    this.#seenByReader = version
  }

  async close(): Promise<void> {
    this.#readers?.close()
    await this.#writes.settled()
    if (this.#reader !== this.#writer) this.#reader.close()
    this.#writes.close()
    // What SQLite has just removed is room that the next start needs.
    this.#reserve?.fill()
    this.#copy?.remove()
  }
}

/** False for a database in memory, too. */
function hasWriteAheadLog(connection: SqliteConnection): boolean {
  return connection.run({ text: 'pragma main.journal_mode', values: [] })[0]?.[0] === 'wal'
}
