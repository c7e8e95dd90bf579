/** Prepared reads by query text and rights, so that a repeated query is neither parsed nor planned again. */
import { LRUCache } from 'lru-cache'

export interface PlanCache<Plan extends object> {
  get(key: string): Plan | undefined
  set(key: string, plan: Plan): void
}

/** Keeps the `size` plans used last. */
export function createPlanCache<Plan extends object>(size = 1000): PlanCache<Plan> {
  const cache = new LRUCache<string, Plan>({ max: size })
  return {
    get: key => cache.get(key),
    set: (key, plan) => {
      cache.set(key, plan)
    },
  }
}
