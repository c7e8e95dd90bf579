/**
 * Values by name, limited by their size in bytes. The least recently used value is evicted first, but only for a value
 * that was requested before. A client that requests everything once therefore does not evict what many clients request.
 */
import { LRUCache } from 'lru-cache'
import { AskedBefore } from './asked-before.ts'

export interface CacheUse {
  readonly bytes: number
  readonly entries: number
}

/** The size of an entry in addition to its key and value. */
const OVERHEAD = 256
/** A single value may use at most the room divided by this number. */
const LARGEST_PART = 4
/**
 * One name is remembered for so many bytes of room. That is several times what fits in, so that values which come back only after
 * many others are recognised, and take each other's place.
 */
const ROOM_PER_NAME = 640
const LEAST_NAMES = 256
/** A round is over when this part of the room has been filled anew. */
const ROUNDS = 16

export class BoundedCache<Value extends object> {
  readonly #room: number
  readonly #entries: LRUCache<string, Value> | undefined
  readonly #asked: AskedBefore
  #filled = 0

  /** `room` is in bytes; with 0, nothing is kept. `dropped` gets what is evicted, deleted or replaced. */
  constructor(room: number, dropped?: (value: Value) => void) {
    this.#room = room
    this.#asked = new AskedBefore(room === 0 ? 1 : Math.max(LEAST_NAMES, Math.ceil(room / ROOM_PER_NAME)))
    if (room > 0)
      this.#entries = new LRUCache({
        maxSize: room,
        maxEntrySize: Math.ceil(room / LARGEST_PART),
        ...(dropped !== undefined && { dispose: dropped }),
      })
  }

  /** Who is asked for all the time has to be asked for here once in each round only. */
  get round(): number {
    return Math.floor((this.#filled * ROUNDS) / this.#room)
  }

  get(key: string): Value | undefined {
    return this.#entries?.get(key)
  }

  /** Does not count as a use. */
  peek(key: string): Value | undefined {
    return this.#entries?.peek(key)
  }

  /**
   * Whether a value of at least this size may be kept, which counts as a request for it. Saves the work for what `set` would not
   * keep.
   */
  wants(key: string, bytes: number): boolean {
    const entries = this.#entries
    if (entries === undefined) return false
    const isFull = entries.calculatedSize + sizeOf(key, bytes) > this.#room
    return !isFull || entries.has(key) || this.#asked.again(key)
  }

  /** May or may not keep the value. `bytes` is its size without the key. */
  set(key: string, value: Value, bytes: number): void {
    if (!this.wants(key, bytes)) return
    this.#filled += bytes
    this.#entries!.set(key, value, { size: sizeOf(key, bytes) })
  }

  delete(key: string): void {
    this.#entries?.delete(key)
  }

  clear(): void {
    this.#entries?.clear()
  }

  use(): CacheUse {
    return { bytes: this.#entries?.calculatedSize ?? 0, entries: this.#entries?.size ?? 0 }
  }
}

function sizeOf(key: string, bytes: number): number {
  return Math.ceil(bytes) + key.length + OVERHEAD
}
