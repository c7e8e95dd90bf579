/** A bounded number of connections, each lent to one caller at a time. */

import { PopulusError } from '../../errors.ts'
import type { CacheBudget } from '../../kept/cache-budget.ts'
import type { PoolFigures } from '../database.ts'
import type { PostgresTarget } from './open-session.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { PreparedTexts } from './prepared-texts.ts'
import type { ServerPlace } from './server-place.ts'

/** Older connections are replaced when they come back, so the server frees its memory for them. */
const LIFETIME_MILLISECONDS = 30 * 60_000

interface Waiting {
  readonly serve: (connection: PostgresConnection) => void
  readonly timer: NodeJS.Timeout
}

export interface PoolOptions {
  readonly target: PostgresTarget
  /** Where the database is. Absent for replicas, which may be several servers at one address. */
  readonly place?: ServerPlace | undefined
  readonly size: number
  /** How long (milliseconds) a caller waits for a free connection before it gets `unavailable`. */
  readonly patience: number
  readonly budget?: CacheBudget | undefined
  /** The part of the memory for prepared statements that this pool has (default: all of it). */
  readonly part?: number
}

export class PostgresPool {
  readonly #target: PostgresTarget
  readonly #place: ServerPlace | undefined
  readonly #size: number
  readonly #patience: number
  readonly #prepared: PreparedTexts
  readonly #connections = new Set<PostgresConnection>()
  readonly #free: PostgresConnection[] = []
  readonly #waiting: Waiting[] = []
  #closed = false

  constructor({ target, place, size, patience, budget, part = 1 }: PoolOptions) {
    const room = budget === undefined ? undefined : Math.floor(budget.share('statements') * part)
    this.#prepared = new PreparedTexts({ period: LIFETIME_MILLISECONDS, connections: size, room })
    budget?.watch('statements', () => this.#prepared.use())
    this.#target = target
    this.#place = place
    this.#size = size
    this.#patience = patience
  }

  figures(): PoolFigures {
    const inUse = this.#connections.size - this.#free.length
    return { size: this.#size, inUse, waiting: this.#waiting.length }
  }

  /** Lends a connection until `use` has ended. */
  async with<T>(use: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const connection = this.#takeFree() ?? this.#newConnection() ?? (await this.#wait())
    try {
      return await use(connection)
    } finally {
      this.#giveBack(connection)
    }
  }

  #takeFree(): PostgresConnection | undefined {
    const connection = this.#free.pop()
    // It may have been lost since it came back, with the end of a read that nobody waited for.
    return connection && this.#replaceWhenSpent(connection)
  }

  #newConnection(): PostgresConnection | undefined {
    if (this.#closed) throw new PopulusError('unavailable')
    if (this.#connections.size >= this.#size) return undefined
    const connection = new PostgresConnection(this.#target, this.#prepared, this.#place)
    this.#connections.add(connection)
    return connection
  }

  #wait(): Promise<PostgresConnection> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new PopulusError('unavailable'))
      }, this.#patience)
      const waiting: Waiting = { serve: resolve, timer }
      this.#waiting.push(waiting)
    })
  }

  #giveBack(connection: PostgresConnection): void {
    const usable = this.#replaceWhenSpent(connection)
    const next = this.#waiting.shift()
    if (next === undefined) {
      this.#free.push(usable)
      return
    }
    clearTimeout(next.timer)
    next.serve(usable)
  }

  #replaceWhenSpent(connection: PostgresConnection): PostgresConnection {
    const spent =
      connection.broken || connection.misplaced || performance.now() - connection.openedAt >= LIFETIME_MILLISECONDS
    if (this.#closed || !spent) return connection
    this.#connections.delete(connection)
    connection.close().catch(() => {})
    const fresh = new PostgresConnection(this.#target, this.#prepared, this.#place)
    this.#connections.add(fresh)
    return fresh
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#connections].map(connection => connection.close()))
  }
}
