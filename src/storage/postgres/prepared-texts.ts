/**
 * Decides which statements are worth preparing. A prepared statement stays in memory on both sides as long as its
 * connection lives. Anybody can make up new queries, so the number and length of prepared statements must be bounded.
 */
import { AskedBefore } from '../../kept/asked-before.ts'
import type { CacheUse } from '../../kept/bounded-cache.ts'

const LIMIT = 1000
/** Default room for statement texts, in bytes. */
const ROOM = 4 * 1024 * 1024
/** What the driver keeps about a statement besides its text. */
const OVERHEAD = 500

export interface PreparedTextsOptions {
  /** The longest life of a connection, in milliseconds. The count starts again after it. */
  readonly period: number
  /** Each connection has its own texts. */
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

  constructor({ period, connections = 1, room = ROOM, clock = () => performance.now() }: PreparedTextsOptions) {
    this.#period = period
    this.#copies = 1 + connections
    this.#room = room
    this.#clock = clock
    this.#startedAt = clock()
  }

  /** With plenty of room, admits everything; with less, only what is asked for a second time; then nothing new. */
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
