/** A bounded number of lanes, lent to one caller at a time. */
import { PopulusError } from '../errors.ts'
import type { PoolFigures } from './database.ts'
import { PostgresLane, type PostgresTarget } from './postgres-lane.ts'
import { PreparedTexts } from './prepared-texts.ts'

/** Lanes older than this are replaced when they come back, so that the server's memory for them is given back. */
const LIFETIME_MILLISECONDS = 30 * 60_000

interface Waiting {
  readonly serve: (lane: PostgresLane) => void
  readonly timer: NodeJS.Timeout
}

export class PostgresPool {
  readonly #target: PostgresTarget
  readonly #size: number
  readonly #patience: number
  readonly #prepared = new PreparedTexts(LIFETIME_MILLISECONDS)
  readonly #lanes = new Set<PostgresLane>()
  readonly #free: PostgresLane[] = []
  readonly #waiting: Waiting[] = []
  #closed = false

  /** `patience`: how long (milliseconds) a caller waits for a free lane before it is told `unavailable`. */
  constructor(target: PostgresTarget, size: number, patience: number) {
    this.#target = target
    this.#size = size
    this.#patience = patience
  }

  figures(): PoolFigures {
    const inUse = this.#lanes.size - this.#free.length
    return { size: this.#size, inUse, waiting: this.#waiting.length }
  }

  /** Lends a lane until `use` has ended. */
  async with<T>(use: (lane: PostgresLane) => Promise<T>): Promise<T> {
    const lane = this.#free.pop() ?? this.#newLane() ?? (await this.#wait())
    try {
      return await use(lane)
    } finally {
      this.#giveBack(lane)
    }
  }

  #newLane(): PostgresLane | undefined {
    if (this.#closed) throw new PopulusError('unavailable')
    if (this.#lanes.size >= this.#size) return undefined
    const lane = new PostgresLane(this.#target, this.#prepared)
    this.#lanes.add(lane)
    return lane
  }

  #wait(): Promise<PostgresLane> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new PopulusError('unavailable'))
      }, this.#patience)
      const waiting: Waiting = { serve: resolve, timer }
      this.#waiting.push(waiting)
    })
  }

  #giveBack(lane: PostgresLane): void {
    const usable = this.#replaceWhenSpent(lane)
    const next = this.#waiting.shift()
    if (next === undefined) {
      this.#free.push(usable)
      return
    }
    clearTimeout(next.timer)
    next.serve(usable)
  }

  #replaceWhenSpent(lane: PostgresLane): PostgresLane {
    if (this.#closed || (!lane.broken && Date.now() - lane.openedAt < LIFETIME_MILLISECONDS)) return lane
    this.#lanes.delete(lane)
    lane.close().catch(() => {})
    const fresh = new PostgresLane(this.#target, this.#prepared)
    this.#lanes.add(fresh)
    return fresh
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#lanes].map(lane => lane.close()))
  }
}
