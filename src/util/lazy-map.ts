/** A map that computes each value on first use and keeps it. */

export interface LazyMap<Value> {
  has(key: string): boolean
  get(key: string): Value | undefined
}

/** `make` is called at most once for each key of `source`. */
export function lazyMap<Source, Value>(
  source: ReadonlyMap<string, Source>,
  make: (key: string, from: Source) => Value,
): LazyMap<Value> {
  const made = new Map<string, Value>()
  return {
    has: key => source.has(key),
    get: key => {
      const known = made.get(key)
      if (known !== undefined) return known
      const from = source.get(key)
      if (from === undefined) return undefined
      const value = make(key, from)
      made.set(key, value)
      return value
    },
  }
}
