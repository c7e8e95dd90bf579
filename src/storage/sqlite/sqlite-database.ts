/**
 * A SQLite file as a Database. Reads run synchronously inside one read transaction, so that an answer is one snapshot;
 * writes run one after the other on a connection of their own.
 *
 * There is no time limit for a statement here: the driver runs it in this thread and offers no interrupt.
 */
import { existsSync } from 'node:fs'
import { PopulusError } from '../../errors.ts'
import { sqliteDialect } from '../../sql/sqlite.ts'
import type { BoundStatement, SeenStatement } from '../../sql/statement.ts'
import { sqliteWire } from '../../wire/sqlite-wire.ts'
import type { Database, ReadSteps, Transaction } from '../database.ts'
import { isBusy, translateError } from '../translate-error.ts'
import { TableVersions } from '../versions/table-versions.ts'
import { TouchedTables } from '../versions/touched-tables.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts'
import { WriteQueue } from './write-queue.ts'

export interface SqliteOptions {
  /** Path of the content's file, or `:memory:`. */
  readonly filename: string
  /** The file beside it for the tables that are Populus' own (default: `create`). */
  readonly own?: 'create' | 'if-exists'
  /** False leaves the journal mode of the file as it is, for databases that belong to Strapi (default: true). */
  readonly writeAheadLog?: boolean
  /** Told of every statement of a read or write before it runs. */
  readonly onStatement?: ((statement: SeenStatement) => void) | undefined
}

const MEMORY = ':memory:'

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

class SqliteDatabase implements Database {
  readonly wire = sqliteWire
  readonly dialect = sqliteDialect(sqliteWire)
  readonly versions = new TableVersions()
  readonly #reader: SqliteConnection
  /** The same as the reader for `:memory:`, which exists once per connection. */
  readonly #writer: SqliteConnection
  readonly #writes = new WriteQueue()
  readonly #onStatement: (statement: SeenStatement) => void
  /** What the connections last said: the reader's counter tells of every commit, the writer's of those by others. */
  #seenByReader = ''
  #seenByWriter = ''
  #looking: Promise<void> | undefined

  constructor({ filename, own = 'create', writeAheadLog = true, onStatement = () => {} }: SqliteOptions) {
    const attached = ownFilename(filename)
    const attach = own === 'create' || existsSync(attached)
    const common = {
      filename,
      own: attach ? { filename: attached, schema: this.dialect.ownSchema } : null,
      writeAheadLog: writeAheadLog && filename !== MEMORY,
    }
    this.#onStatement = onStatement
    this.#writer = openSqliteConnection({ ...common, readOnly: false })
    this.#reader = filename === MEMORY ? this.#writer : openSqliteConnection({ ...common, readOnly: true })
  }

  async read<T, R>(steps: ReadSteps<T, R>): Promise<T> {
    return this.#besideWrites(() => this.#readFrom(steps, steps.next()))
  }

  /**
   * A connection that is shared with the writer does not count its own commits; the versions do. Whatever was committed,
   * our own writer may not have told the versions yet: so it counts, whichever tables it was about.
   */
  async readUnchanged<T, R>(_tables: readonly string[], steps: ReadSteps<T, R>): Promise<T | undefined> {
    const [seen] = this.#seenByReader.split('.')
    const { now } = this.versions
    const found = await this.#besideWrites(() => this.#readLoosely(steps))
    return String(this.#reader.contentVersion()) === seen && this.versions.now === now ? found : undefined
  }

  /** On a shared connection a read must not fall into the middle of a write. */
  #besideWrites<T>(read: () => Promise<T>): Promise<T> {
    const shared = this.#reader === this.#writer && !this.#writes.idle
    return shared ? this.#writes.run(read) : read()
  }

  /** Without a transaction around a statement that is alone on its level: most often it is the only one. */
  async #readLoosely<T, R>(steps: ReadSteps<T, R>): Promise<T> {
    const first = steps.next()
    if (first.done || first.value.length > 1) return this.#readFrom(steps, first)
    const rows = await retryWhileBusy(() => this.#runAll(first.value))
    return this.#readFrom(steps, steps.next(rows))
  }

  async #readFrom<T, R>(steps: ReadSteps<T, R>, step: IteratorResult<readonly BoundStatement<R>[], T>): Promise<T> {
    return step.done ? step.value : retryWhileBusy(() => this.#readTransaction(steps, step.value))
  }

  /** Synchronous from begin to commit. Busy after the first level, which takes the lock, is final: steps cannot restart. */
  #readTransaction<T, R>(steps: ReadSteps<T, R>, first: readonly BoundStatement<R>[]): T {
    let restartable = true
    this.#reader.run(BEGIN)
    try {
      const rows = this.#runAll(first)
      restartable = false
      let step = steps.next(rows)
      while (!step.done) step = steps.next(this.#runAll(step.value))
      this.#reader.run(COMMIT)
      return step.value
    } catch (error) {
      endTransaction(this.#reader)
      throw isBusy(error) && !restartable ? new PopulusError('unavailable', {}, { cause: error }) : error
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
    return this.#writes.run(async () => {
      await retryWhileBusy(() => this.#writer.run(BEGIN_IMMEDIATE))
      const touched = new TouchedTables()
      try {
        const result = await work({
          run: async statement => {
            touched.note(statement)
            return this.#runOn(this.#writer, statement)
          },
        })
        await retryWhileBusy(() => this.#writer.run(COMMIT))
        if (!touched.none) this.versions.changed(touched.tables)
        return result
      } catch (error) {
        endTransaction(this.#writer)
        throw error
      }
    })
  }

  /** One look for all the requests that have arrived together. */
  catchUp(): Promise<void> {
    this.#looking ??= new Promise<void>(resolve => setImmediate(resolve)).then(() => {
      this.#looking = undefined
      return this.#lookPatiently()
    })
    return this.#looking
  }

  async #lookPatiently(): Promise<void> {
    try {
      this.#look()
    } catch (error) {
      if (!isBusy(error)) throw translateError(error, 0)
      await retryWhileBusy(() => this.#look())
    }
  }

  #look(): void {
    const version = this.#reader.dataVersion()
    if (version === this.#seenByReader) return
    const byOthers = this.#writer.dataVersion()
    if (byOthers !== this.#seenByWriter) this.versions.changed('all')
    this.#seenByWriter = byOthers
    this.#seenByReader = version
  }

  async close(): Promise<void> {
    await this.#writes.settled()
    if (this.#reader !== this.#writer) this.#reader.close()
    this.#writer.close()
  }
}

/** Some errors (a full disk) have already ended the transaction, and then there is nothing to roll back. */
function endTransaction(connection: SqliteConnection): void {
  try {
    connection.run(ROLLBACK)
  } catch {}
}
