/** Entry counts, kept until a change touches what was counted. */
import type { ChangeLog } from '../dependencies/change-log.ts'
import type { PlanDependencies } from '../dependencies/dependencies.ts'
import { NO_IDS } from '../dependencies/id-sets.ts'
import type { BoundedCache } from './bounded-cache.ts'

export interface KnownTotal {
  readonly total: number
  /** The number of the last change up to which it is known to be right. */
  asOf: number
}

export interface TotalCache {
  /** The number, if it is kept and no change has touched what was counted. */
  get(key: string, dependencies: PlanDependencies): number | undefined
  /** `asOf`: the number of the last change before the count. */
  set(key: string, asOf: number, total: number): void
}

/** The size of the object with the two numbers. */
const BYTES = 64

export function createTotalCache(totals: BoundedCache<KnownTotal>, changes: ChangeLog): TotalCache {
  return {
    get: (key, plan) => {
      const known = totals.get(key)
      if (known === undefined || changes.hasTouched({ plan, ids: NO_IDS }, known.asOf)) return undefined
      known.asOf = changes.now
      return known.total
    },
    set: (key, asOf, total) => totals.set(key, { total, asOf }, BYTES),
  }
}

/** Keeps nothing, so every total is counted again. */
export const NO_TOTALS: TotalCache = Object.freeze({ get: () => undefined, set: () => {} })
