/** Numbers of entries, kept as long as the tables they were counted in have not changed. */
import { LRUCache } from 'lru-cache'

export interface TotalCache {
  /** The number that was counted at this version, if it is kept. */
  get(key: string, version: number): number | undefined
  set(key: string, version: number, total: number): void
}

/** Keeps the `size` numbers used last. */
export function createTotalCache(size = 10_000): TotalCache {
  const totals = new LRUCache<string, { readonly version: number; readonly total: number }>({ max: size })
  return {
    get: (key, version) => {
      const known = totals.get(key)
      return known?.version === version ? known.total : undefined
    },
    set: (key, version, total) => {
      totals.set(key, { version, total })
    },
  }
}

/** Counts every time. */
export const NO_TOTALS: TotalCache = Object.freeze({ get: () => undefined, set: () => {} })
