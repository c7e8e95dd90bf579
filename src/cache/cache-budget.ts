/** The memory for everything that is kept between requests: one budget, of which each cache has a fixed share. */
import { BoundedCache, type CacheUse } from './bounded-cache.ts'

/** A flood of one kind pushes nothing of another kind out. */
const SHARES = {
  /** Bodies of answers, plain and compressed. */
  bodies: 1 / 2,
  /** Plans with their statements and serializers. */
  plans: 1 / 8,
  /** Prepared statements. */
  statements: 1 / 4,
  /** Addresses that the front door answers. */
  addresses: 1 / 16,
  /** Totals of lists. */
  totals: 1 / 16,
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

  /** How many bytes a cache may take. */
  share(name: CacheName): number {
    return Math.floor(this.bytes * SHARES[name])
  }

  /** A cache with this share, or with a part of it where there are several. */
  open<Value extends object>(name: CacheName, part = 1): BoundedCache<Value> {
    const cache = new BoundedCache<Value>(Math.floor(this.share(name) * part))
    this.watch(name, () => cache.use())
    return cache
  }

  /** For a cache that keeps to its share in a way of its own. */
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
