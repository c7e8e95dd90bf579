/** The memory for everything that is kept between requests: one budget, with a fixed share for each cache. */
import { BoundedCache, type CacheUse } from './bounded-cache.ts'

/** Shares are fixed so that a flood of one kind evicts nothing of another kind. */
const SHARES = {
  /** Entries, and bodies of answers, plain and compressed. */
  bodies: 10 / 16,
  /** Plans with their statements and serializers. Queries share them, but not users whose rows depend on what they are. */
  plans: 1 / 8,
  statements: 1 / 16,
  /** Addresses that are answered without routing. */
  addresses: 1 / 16,
  /** Totals of lists, the ids of sorted lists, and places in long ones. */
  totals: 1 / 16,
  /** Columns of long tables. */
  columns: 1 / 16,
} as const

export type CacheName = keyof typeof SHARES

export interface BudgetFigures {
  readonly bytes: number
  readonly caches: ReadonlyMap<CacheName, CacheUse>
}

export class CacheBudget {
  readonly bytes: number
  readonly #uses = new Map<CacheName, (() => CacheUse)[]>()

  constructor(bytes: number) {
    this.bytes = bytes
  }

  /** How many bytes a cache may use. */
  share(name: CacheName): number {
    return Math.floor(this.bytes * SHARES[name])
  }

  /** Opens a cache with this share, or with part of it if several caches divide the share. */
  open<Value extends object>(name: CacheName, part = 1, dropped?: (value: Value) => void): BoundedCache<Value> {
    const cache = new BoundedCache<Value>(Math.floor(this.share(name) * part), dropped)
    this.watch(name, () => cache.use())
    return cache
  }

  /** For a cache that enforces its share itself. */
  watch(name: CacheName, use: () => CacheUse): void {
    this.#uses.set(name, [...(this.#uses.get(name) ?? []), use])
  }

  figures(): BudgetFigures {
    const caches = [...this.#uses].map(([name, uses]) => [name, uses.map(use => use()).reduce(sum)] as const)
    return { bytes: this.bytes, caches: new Map(caches) }
  }
}

function sum(one: CacheUse, other: CacheUse): CacheUse {
  return { bytes: one.bytes + other.bytes, entries: one.entries + other.entries }
}
