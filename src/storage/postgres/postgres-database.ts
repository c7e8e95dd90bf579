/**
 * A PostgreSQL database as a Database. The packed statements of a level are sent as one. A read is one snapshot
 * (`repeatable read`) on one connection. It costs one round trip per level: `begin` travels with the first level, and
 * nobody waits for `commit`. While nobody writes, every level has the same snapshot anyway, and reports it.
 */

import { PopulusError } from '../../errors.ts'
import type { CacheBudget } from '../../kept/cache-budget.ts'
import { ChangeLog } from '../../kept/dependencies/change-log.ts'
import { PackedMerger } from '../../sql/merge-packed.ts'
import { postgresDialect } from '../../sql/postgres.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { BoundStatement, SeenStatement } from '../../sql/statement.ts'
import { postgresWire } from '../../wire/postgres-wire.ts'
import type { WireFormat } from '../../wire/wire-format.ts'
import type {
  Database,
  ExpensiveFigures,
  LastStep,
  PoolFigures,
  ReadOptions,
  ReadSteps,
  Transaction,
  WriteOptions,
} from '../database.ts'
import { translateError } from '../translate-error.ts'
import { Turns } from '../turns.ts'
import { SharedQuestion } from '../versions/shared-question.ts'
import { WriteRefusal } from '../write-refusal.ts'
import { ChangeNotices, LateAnswer, SNAPSHOT } from './change-notices.ts'
import { checkPooler } from './pooler.ts'
import { checkConnection, isLost, type PostgresConnection } from './postgres-connection.ts'
import { PostgresPool } from './postgres-pool.ts'
import { PostgresWrites } from './postgres-writes.ts'
import { ReadWatch } from './read-watch.ts'
import { ServerPlace } from './server-place.ts'

export interface PostgresOptions {
  readonly url: string
  /** Where to listen for changes, if not at `url`: past a pooler. */
  readonly listenUrl?: string | undefined
  /** Maximum number of connections at the same time; one more listens for changes. */
  readonly pool: number
  readonly ssl: boolean
  /** The schema that contains the content's tables. */
  readonly schema: string
  /** Time zone of the stored date-times. */
  readonly timezone: string
  /** Time limit for one statement, in milliseconds. */
  readonly statementTimeout: number
  /** Maximum number of connections for reads that take long (default: all but one). */
  readonly expensive?: number
  /** Ignore changes that nobody announces (default: false). */
  readonly announcedOnly?: boolean
  /** Includes the memory for prepared statements. */
  readonly budget?: CacheBudget | undefined
  /** Receives every statement of a read or write before it is sent. */
  readonly onStatement?: ((statement: SeenStatement) => void) | undefined
}

const BEGIN_READ = 'begin isolation level repeatable read read only'

/** Rejects with `unavailable` when the server cannot be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const database = new PostgresDatabase(options)
  try {
    await database.connect()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** How many reads may wait per connection for long reads, and for how long. */
const WAITING_EACH = 10
const PATIENCE_MILLISECONDS = 5000

interface LevelAnswer<R> {
  readonly answers: readonly (readonly R[])[]
  /** The snapshot that the level has seen; `undefined` if nobody asked. */
  readonly snapshot: string | undefined
}

interface LooseRead<T> {
  readonly found: T
  readonly snapshots: readonly LevelAnswer<unknown>['snapshot'][]
}

class PostgresDatabase implements Database {
  readonly dialect: SqlDialect
  readonly wire: WireFormat
  readonly versions = new ChangeLog()
  readonly #refusal = new WriteRefusal(this.versions)
  readonly #options: PostgresOptions
  readonly #place = new ServerPlace()
  readonly #pool: PostgresPool
  readonly #notices: ChangeNotices
  readonly #changes: SharedQuestion<void>
  readonly #timeout: number
  readonly #expensive: Turns
  #ended = 0
  readonly #writes: PostgresWrites
  readonly #merger = new PackedMerger(SNAPSHOT)
  readonly #onStatement: (statement: SeenStatement) => void

  constructor(options: PostgresOptions) {
    const { statementTimeout } = options
    this.wire = postgresWire(options.timezone)
    this.dialect = postgresDialect(this.wire, options.timezone, options.schema)
    this.#timeout = statementTimeout
    this.#options = options
    this.#pool = new PostgresPool(options, this.#place, options.pool, statementTimeout, options.budget)
    const listening = { ...options, url: options.listenUrl ?? options.url }
    this.#notices = new ChangeNotices(listening, this.versions, this.#place, options.announcedOnly ?? false)
    this.#changes = new SharedQuestion(() => this.#translated(this.#notices.catchUp()), isLate)
    const size = Math.max(1, Math.min(options.expensive ?? options.pool, options.pool - 1))
    this.#expensive = new Turns({ size, mostWaiting: size * WAITING_EACH, patience: PATIENCE_MILLISECONDS })
    this.#onStatement = options.onStatement ?? (() => {})
    this.#writes = new PostgresWrites({
      pool: this.#pool,
      versions: this.versions,
      onStatement: this.#onStatement,
      timeout: statementTimeout,
    })
  }

  async connect(): Promise<void> {
    await this.#translated(checkPooler(this.#options))
    await this.#translated(this.#pool.with(connection => connection.command('select 1')))
    await this.#translated(this.#notices.connect())
  }

  async read<T, R>(steps: ReadSteps<T, R>, options?: ReadOptions): Promise<T> {
    const first = steps.next()
    if (first.done) return first.value
    return this.#lend(options, connection => this.#readOn(connection, steps, first.value))
  }

  async readUnchanged<T, R>(
    tables: readonly string[],
    steps: ReadSteps<T, R>,
    options?: ReadOptions,
  ): Promise<T | undefined> {
    const first = steps.next()
    if (first.done) return first.value
    const version = this.versions.latest(tables)
    const { seen } = this.#notices
    const { found, snapshots } = await this.#lend(options, connection =>
      this.#readLevels(connection, steps, first.value),
    )
    // Other transactions may have changed other tables only.
    if (this.#notices.misplaced || snapshots.some(snapshot => snapshot !== seen)) await this.catchUp()
    return this.versions.latest(tables) === version ? found : undefined
  }

  /** Reads that take long wait for their turn, which leaves some connections for all others. */
  async #lend<T>(options: ReadOptions | undefined, use: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    if (options === undefined) return this.#pool.with(use)
    const watched = (connection: PostgresConnection) => this.#watch(connection, options, use)
    if (!options.expensive) return this.#pool.with(watched)
    const end = await this.#expensive.take(options.gone?.())
    try {
      return await this.#pool.with(watched)
    } finally {
      end()
    }
  }

  async #watch<T>(
    connection: PostgresConnection,
    { gone }: ReadOptions,
    use: (connection: PostgresConnection) => Promise<T>,
  ): Promise<T> {
    const watch = new ReadWatch({ connection, gone, timeout: this.#timeout })
    try {
      return await use(connection)
    } catch (error) {
      // The server's own limit may have been faster.
      if (watch.reason !== undefined || isTooSlow(error)) this.#ended += 1
      throw watch.reason ?? error
    } finally {
      watch.end()
    }
  }

  expensiveReads(): ExpensiveFigures {
    return { ...this.#expensive.figures(), ended: this.#ended, processes: 0 }
  }

  /** Each level by itself. */
  async #readLevels<T, R>(
    connection: PostgresConnection,
    steps: ReadSteps<T, R>,
    first: readonly BoundStatement<R>[],
  ): Promise<LooseRead<T>> {
    const { generation } = connection
    const snapshots: (string | undefined)[] = []
    let step: IteratorResult<readonly BoundStatement<R>[], T> = { done: false, value: first }
    while (!step.done) {
      checkConnection(connection, generation)
      const { answers, snapshot } = await this.#runLevel(connection, step.value)
      snapshots.push(snapshot)
      step = steps.next(answers)
    }
    return { found: step.value, snapshots }
  }

  async #readOn<T, R>(
    connection: PostgresConnection,
    steps: ReadSteps<T, R>,
    first: readonly BoundStatement<R>[],
  ): Promise<T> {
    const { generation } = connection
    const begun = connection.command(BEGIN_READ)
    try {
      const [level] = await Promise.all([this.#runLevel(connection, first), this.#translated(begun)])
      let step = steps.next(level.answers)
      while (!step.done) {
        checkConnection(connection, generation)
        step = steps.next((await this.#runLevel(connection, step.value)).answers)
      }
      return step.value
    } finally {
      // The next borrower of the connection is served after it. Nothing was written, so a lost answer changes nothing.
      if (!isLost(connection, generation)) connection.command('commit').catch(() => {})
    }
  }

  async #runLevel<R>(connection: PostgresConnection, level: readonly BoundStatement<R>[]): Promise<LevelAnswer<R>> {
    if (level.some(({ unpack }) => unpack === undefined)) {
      return {
        answers: await Promise.all(level.map(statement => this.#runOn(connection, statement))),
        snapshot: undefined,
      }
    }
    for (const statement of level) this.#onStatement(statement)
    const { text, values } = this.#merger.merge(level)
    const packed = await this.#translated(connection.runPacked(text, values))
    const answers = level.map(({ unpack }, index) => unpack!(...packed[index]!))
    return { answers, snapshot: packed[level.length]?.[1]?.toString() }
  }

  #runOn<R>(connection: PostgresConnection, statement: BoundStatement<R>): Promise<readonly R[]> {
    this.#onStatement(statement)
    return this.#translated(connection.run(statement))
  }

  write<T>(work: (transaction: Transaction) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.#refusal.watch(() => this.#writes.write(work, options))
  }

  refusal(): PopulusError | undefined {
    return this.#refusal.last
  }

  beforeCommit(step: LastStep): void {
    this.#writes.beforeCommit(step)
  }

  catchUp(): Promise<void> {
    return this.#changes.answer()
  }

  figures(): PoolFigures {
    return this.#pool.figures()
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#notices.close()])
  }

  async #translated<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      throw translateError(error, this.#timeout)
    }
  }
}

function isTooSlow(error: unknown): boolean {
  return error instanceof PopulusError && error.key === 'tooSlow'
}

function isLate(error: unknown): boolean {
  return error instanceof PopulusError && error.cause instanceof LateAnswer
}
