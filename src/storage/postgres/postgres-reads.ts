/**
 * Reads from one PostgreSQL server. The packed statements of a level are sent as one. A read in one snapshot costs one round
 * trip per level: `begin` travels with the first level, and nobody waits for `commit`.
 */
import { PopulusError } from '../../errors.ts'
import { PackedMerger } from '../../sql/merge-packed.ts'
import type { BoundStatement, SeenStatement } from '../../sql/statement.ts'
import type { ExpensiveFigures, ReadOptions, ReadSteps } from '../database.ts'
import { translateError } from '../translate-error.ts'
import { Turns } from '../turns.ts'
import { SNAPSHOT } from './change-notices.ts'
import { checkConnection, isLost, type PostgresConnection } from './postgres-connection.ts'
import type { PostgresPool } from './postgres-pool.ts'
import { ReadWatch } from './read-watch.ts'

const BEGIN_READ = 'begin isolation level repeatable read read only'

/** How many reads may wait per connection for long reads, and for how long. */
const WAITING_EACH = 10
const PATIENCE_MILLISECONDS = 5000

export interface PostgresReadsOptions {
  readonly pool: PostgresPool
  /** Maximum number of connections for reads that take long. */
  readonly expensive: number
  /** Time limit for one statement, in milliseconds. */
  readonly timeout: number
  readonly onStatement: (statement: SeenStatement) => void
}

interface LevelAnswer<R> {
  readonly answers: readonly (readonly R[])[]
  /** The snapshot that the level has seen; `undefined` if nobody asked. */
  readonly snapshot: string | undefined
}

export interface LooseRead<T> {
  readonly found: T
  readonly snapshots: readonly LevelAnswer<unknown>['snapshot'][]
}

/** Statements that travel with the first level of a read. A rejection ends the read before its rows are used. */
export interface Escort {
  /** Sent before the snapshot is taken. */
  readonly before: (connection: PostgresConnection) => Promise<void>
  /** Sent after the snapshot was taken, inside the same transaction. */
  readonly after: (connection: PostgresConnection) => Promise<void>
}

type FirstLevel<R> = readonly BoundStatement<R>[]

export class PostgresReads {
  readonly #pool: PostgresPool
  readonly #turns: Turns
  readonly #timeout: number
  readonly #merger = new PackedMerger(SNAPSHOT)
  readonly #onStatement: (statement: SeenStatement) => void
  #ended = 0

  constructor({ pool, expensive: size, timeout, onStatement }: PostgresReadsOptions) {
    this.#pool = pool
    this.#turns = new Turns({ size, mostWaiting: size * WAITING_EACH, patience: PATIENCE_MILLISECONDS })
    this.#timeout = timeout
    this.#onStatement = onStatement
  }

  figures(): Omit<ExpensiveFigures, 'processes'> {
    return { ...this.#turns.figures(), ended: this.#ended }
  }

  /** Reads that take long wait for their turn, which leaves some connections for all others. */
  async lend<T>(options: ReadOptions | undefined, use: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    if (options === undefined) return this.#pool.with(use)
    const watched = (connection: PostgresConnection) => this.#watch(connection, options, use)
    if (!options.expensive) return this.#pool.with(watched)
    const end = await this.#turns.take(options.gone?.())
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

  /** Each level by itself. */
  async levels<T, R>(
    connection: PostgresConnection,
    steps: ReadSteps<T, R>,
    first: FirstLevel<R>,
  ): Promise<LooseRead<T>> {
    const { generation } = connection
    const snapshots: (string | undefined)[] = []
    let step: IteratorResult<FirstLevel<R>, T> = { done: false, value: first }
    while (!step.done) {
      checkConnection(connection, generation)
      const { answers, snapshot } = await this.#runLevel(connection, step.value)
      snapshots.push(snapshot)
      step = steps.next(answers)
    }
    return { found: step.value, snapshots }
  }

  async inSnapshot<T, R>(
    connection: PostgresConnection,
    steps: Pick<ReadSteps<T, R>, 'next'>,
    first: FirstLevel<R>,
    escort?: Escort,
  ): Promise<T> {
    const { generation } = connection
    const before = escort?.before(connection)
    const begun = connection.command(BEGIN_READ)
    try {
      const level = this.#runLevel(connection, first)
      await Promise.all([before, this.#translated(begun), level, escort?.after(connection)])
      let step = steps.next((await level).answers)
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

  async #runLevel<R>(connection: PostgresConnection, level: FirstLevel<R>): Promise<LevelAnswer<R>> {
    if (level.some(isUnpacked)) {
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

  async #translated<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      throw translateError(error, this.#timeout)
    }
  }
}

/** Whether a level takes but one statement. */
export function isSentAsOne(level: readonly BoundStatement<unknown>[]): boolean {
  return level.length === 1 || !level.some(isUnpacked)
}

function isUnpacked({ unpack }: BoundStatement<unknown>): boolean {
  return unpack === undefined
}

function isTooSlow(error: unknown): boolean {
  return error instanceof PopulusError && error.key === 'tooSlow'
}
