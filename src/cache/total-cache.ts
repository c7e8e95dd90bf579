/** Entry counts, kept until the tables they were counted in change. */
import type { BoundedCache } from './bounded-cache.ts'

export interface KnownTotal {
  readonly version: number
  readonly total: number
}

export interface TotalCache {
  /** The number counted at this version, if it is kept. */
  get(key: string, version: number): number | undefined
  set(key: string, version: number, total: number): void
}

/** The size of the object with the two numbers. */
const BYTES = 64

export function createTotalCache(totals: BoundedCache<KnownTotal>): TotalCache {
  return {
    get: (key, version) => {
      const known = totals.get(key)
      return known?.version === version ? known.total : undefined
    },
    set: (key, version, total) => totals.set(key, { version, total }, BYTES),
  }
}

/** Keeps nothing, so every total is counted again. */
export const NO_TOTALS: TotalCache = Object.freeze({ get: () => undefined, set: () => {} })
