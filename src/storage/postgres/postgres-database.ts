/**
 * A PostgreSQL database as a Database. A read is one snapshot on one connection: a transaction (`repeatable read`), or a single statement.
 * While nobody writes, every level has the same snapshot anyway, and reports it. Replicas answer what they can answer exactly.
 */

import { PopulusError } from '../../errors.ts'
import type { CacheBudget } from '../../kept/cache-budget.ts'
import { ChangeLog } from '../../kept/dependencies/change-log.ts'
import type { ContentChange } from '../../kept/dependencies/content-change.ts'
import { postgresDialect } from '../../sql/postgres.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { SeenStatement } from '../../sql/statement.ts'
import { postgresWire } from '../../wire/postgres-wire.ts'
import type { WireFormat } from '../../wire/wire-format.ts'
import {
  type Database,
  type ExpensiveFigures,
  hasOneLevel,
  type LastStep,
  type PoolFigures,
  type ReadOptions,
  type ReadSteps,
  type ReplicaFigures,
  type Transaction,
  type WriteOptions,
} from '../database.ts'
import { translateError } from '../translate-error.ts'
import { SharedQuestion } from '../versions/shared-question.ts'
import { WriteRefusal } from '../write-refusal.ts'
import { ChangeNotices, LateAnswer } from './change-notices.ts'
import { checkPooler } from './pooler.ts'
import { PostgresPool } from './postgres-pool.ts'
import { isSentAsOne, PostgresReads } from './postgres-reads.ts'
import { PostgresWrites } from './postgres-writes.ts'
import { LogPositions } from './replicas/log-positions.ts'
import { openReplicas } from './replicas/open-replicas.ts'
import type { Replicas } from './replicas/replicas.ts'
import { ServerPlace } from './server-place.ts'

export interface PostgresOptions {
  readonly url: string
  /** Where to listen for changes, if not at `url`: past a pooler. */
  readonly listenUrl?: string | undefined
  /** Servers that follow the one at `url` and may answer reads. */
  readonly replicas?: readonly string[] | undefined
  /** Maximum number of connections at the same time, to each server; one more listens for changes. */
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

export class PostgresDatabase implements Database {
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
  readonly #reads: PostgresReads
  readonly #replicas: Replicas | undefined
  readonly #writes: PostgresWrites

  constructor(options: PostgresOptions) {
    const { statementTimeout: timeout, announcedOnly = false, replicas: urls = [], onStatement = () => {} } = options
    this.wire = postgresWire(options.timezone)
    this.dialect = postgresDialect(this.wire, options.timezone, options.schema)
    this.#timeout = timeout
    this.#options = options
    const { versions } = this
    const part = 1 / (1 + urls.length)
    const connections = { target: options, size: options.pool, patience: timeout, budget: options.budget, part }
    this.#pool = new PostgresPool({ ...connections, place: this.#place })
    const target = { ...options, url: options.listenUrl ?? options.url }
    const positions = urls.length === 0 ? undefined : new LogPositions()
    this.#notices = new ChangeNotices({ target, versions, place: this.#place, announcedOnly, positions })
    this.#changes = new SharedQuestion(() => this.#translated(this.#notices.catchUp()), isLate)
    const expensive = Math.max(1, Math.min(options.expensive ?? options.pool, options.pool - 1))
    const reading = { expensive, timeout, onStatement }
    this.#reads = new PostgresReads({ ...reading, pool: this.#pool })
    const announcementOf = (change: ContentChange) => this.#notices.announcementOf(change)
    const hasHeard = (transaction: number) => this.#notices.hasHeard(transaction)
    this.#writes = new PostgresWrites({ pool: this.#pool, versions, announcementOf, hasHeard, onStatement, timeout })
    const primary = {
      server: () => this.#notices.server,
      misplaced: () => this.#notices.misplaced,
      catchUp: () => this.catchUp(),
    }
    this.#replicas =
      positions === undefined
        ? undefined
        : openReplicas({ urls, connections, positions, versions, primary, primaryPool: this.#pool, ...reading })
  }

  async connect(): Promise<void> {
    await this.#translated(checkPooler(this.#options))
    await this.#translated(this.#pool.with(connection => connection.command('select 1')))
    await this.#translated(this.#notices.connect())
    this.#replicas?.watch()
  }

  async read<T, R>(steps: ReadSteps<T, R>, options?: ReadOptions): Promise<T> {
    const first = steps.next()
    if (first.done) return first.value
    const isOneStatement = hasOneLevel(steps) && isSentAsOne(first.value)
    return this.#reads.lend(options, async connection =>
      // A statement sees one moment by itself.
      isOneStatement
        ? (await this.#reads.levels(connection, steps, first.value)).found
        : this.#reads.inSnapshot(connection, steps, first.value),
    )
  }

  async readUnchanged<T, R>(
    tables: readonly string[],
    steps: ReadSteps<T, R>,
    options?: ReadOptions,
  ): Promise<T | undefined> {
    const first = steps.next()
    if (first.done) return first.value
    const version = this.versions.latest(tables)
    const request = { tables, version, steps, first: first.value, options, moving: false }
    const replica = await this.#replicas?.read(request)
    if (replica !== undefined) return replica.found
    const { seen } = this.#notices
    const { found, snapshots } = await this.#reads.lend(options, connection =>
      this.#reads.levels(connection, steps, first.value),
    )
    // Other transactions may have changed other tables only.
    if (this.#notices.misplaced || snapshots.some(snapshot => snapshot !== seen)) await this.catchUp()
    return this.versions.latest(tables) === version ? found : undefined
  }

  async readOnReplica<T, R>(
    tables: readonly string[],
    steps: ReadSteps<T, R>,
    options?: ReadOptions,
  ): Promise<T | undefined> {
    if (this.#replicas === undefined) return undefined
    const first = steps.next()
    if (first.done) return first.value
    const version = this.versions.latest(tables)
    const request = { tables, version, steps, first: first.value, options, moving: true }
    return (await this.#replicas.read(request))?.found
  }

  expensiveReads(): ExpensiveFigures {
    return { ...this.#reads.figures(), processes: 0 }
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

  replicas(): readonly ReplicaFigures[] {
    return this.#replicas?.figures() ?? []
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#notices.close(), this.#replicas?.close()])
  }

  async #translated<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      throw translateError(error, this.#timeout)
    }
  }
}

function isLate(error: unknown): boolean {
  return error instanceof PopulusError && error.cause instanceof LateAnswer
}
