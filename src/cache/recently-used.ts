/** A bounded number of values by name: what was not used for the longest goes first. */
import { LRUCache } from 'lru-cache'

export interface RecentlyUsed<Value extends object> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  clear(): void
}

export function createRecentlyUsed<Value extends object>(size: number): RecentlyUsed<Value> {
  const cache = new LRUCache<string, Value>({ max: size })
  return {
    get: key => cache.get(key),
    set: (key, value) => {
      cache.set(key, value)
    },
    delete: key => {
      cache.delete(key)
    },
    clear: () => cache.clear(),
  }
}
