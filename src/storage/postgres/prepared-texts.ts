/**
 * Which statements are worth preparing. A prepared statement stays in the memory of both sides as long as its connection
 * lives, so that their number and length must be bounded although anybody can make up new queries.
 */
import { AskedBefore } from '../../cache/asked-before.ts'
import type { CacheUse } from '../../cache/bounded-cache.ts'

const LIMIT = 1000
/** Room for their texts where nobody gives another one, in bytes. */
const ROOM = 4 * 1024 * 1024
/** What the driver keeps about a statement beside its text. */
const OVERHEAD = 500

export interface PreparedTextsOptions {
  /** The longest life of a connection, in milliseconds, after which the count begins again. */
  readonly period: number
  /** Every connection has texts of its own. */
  readonly connections?: number
  /** In bytes, for all connections together. */
  readonly room?: number | undefined
  readonly clock?: () => number
}

export class PreparedTexts {
  readonly #period: number
  readonly #copies: number
  readonly #room: number
  readonly #clock: () => number
  readonly #known = new Set<string>()
  #asked = new AskedBefore()
  #bytes = 0
  #startedAt: number

  constructor({ period, connections = 1, room = ROOM, clock = Date.now }: PreparedTextsOptions) {
    this.#period = period
    this.#copies = 1 + connections
    this.#room = room
    this.#clock = clock
    this.#startedAt = clock()
  }

  /** While there is plenty of room everything is prepared; then only what is asked for a second time; then nothing new. */
  admits(text: string): boolean {
    this.#renew()
    if (this.#known.has(text)) return true
    const bytes = (text.length + OVERHEAD) * this.#copies
    if (this.#known.size >= LIMIT || this.#bytes + bytes > this.#room) return false
    const isPlenty = this.#known.size < LIMIT / 2 && this.#bytes + bytes <= this.#room / 2
    if (!isPlenty && !this.#asked.again(text)) return false
    this.#known.add(text)
    this.#bytes += bytes
    return true
  }

  use(): CacheUse {
    return { bytes: this.#bytes, entries: this.#known.size }
  }

  #renew(): void {
    const now = this.#clock()
    if (now - this.#startedAt < this.#period) return
    this.#startedAt = now
    this.#known.clear()
    this.#asked = new AskedBefore()
    this.#bytes = 0
  }
}
