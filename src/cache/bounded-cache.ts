/**
 * Values by name, bounded by the bytes that they take. What was not used for the longest goes first, but only for something
 * that was asked for before: whoever asks for everything once leaves what many ask for where it is.
 */
import { LRUCache } from 'lru-cache'
import { AskedBefore } from './asked-before.ts'

export interface CacheUse {
  readonly bytes: number
  readonly entries: number
}

/** What an entry takes beside its key and its value. */
const OVERHEAD = 256
/** A single value may take this part of all room. */
const LARGEST_PART = 4

export class BoundedCache<Value extends object> {
  readonly #room: number
  readonly #entries: LRUCache<string, Value> | undefined
  readonly #asked = new AskedBefore()

  /** `room`: bytes; with 0 nothing is kept. */
  constructor(room: number) {
    this.#room = room
    if (room > 0) this.#entries = new LRUCache({ maxSize: room, maxEntrySize: Math.ceil(room / LARGEST_PART) })
  }

  get(key: string): Value | undefined {
    return this.#entries?.get(key)
  }

  /** Without counting as a use. */
  peek(key: string): Value | undefined {
    return this.#entries?.peek(key)
  }

  /** Keeps the value, or not: `bytes` is what it takes beside its key. */
  set(key: string, value: Value, bytes: number): void {
    const entries = this.#entries
    if (entries === undefined) return
    const size = Math.ceil(bytes) + key.length + OVERHEAD
    const isFull = entries.calculatedSize + size > this.#room
    if (isFull && !entries.has(key) && !this.#asked.again(key)) return
    entries.set(key, value, { size })
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
