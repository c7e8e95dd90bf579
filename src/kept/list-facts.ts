/** What is known about whole lists, kept until a change touches what it was read from. */

import type { BoundedCache } from './bounded-cache.ts'
import type { ChangeLog } from './dependencies/change-log.ts'
import type { Dependencies } from './dependencies/dependencies.ts'

export interface ListFact<Value> {
  readonly value: Value
  /** The number of the last change up to which it is known to be right. */
  asOf: number
}

/** Which fact, and what it depends on. */
export interface FactName {
  readonly key: string
  readonly dependencies: Dependencies
}

export interface ListFacts<Value> {
  /** The value, if it is kept and no change has touched what it was read from. */
  get(name: FactName): Value | undefined
  /** The last value that was kept, whatever has changed since. */
  last(name: FactName): Value | undefined
  /** `asOf`: the number of the last change before it was read. */
  set(name: FactName, asOf: number, value: Value): void
}

/** The number of entries in a list. */
export type Totals = ListFacts<number>

/** The ids of all entries in a list, in its order. */
export type ListIds = ListFacts<Float64Array>

/** The size of the object with its two members. */
const FACT_BYTES = 64

/** `bytesOf` is the size of a value in addition to that of a number. */
export function createListFacts<Value>(
  facts: BoundedCache<ListFact<Value>>,
  changes: ChangeLog,
  bytesOf: (value: Value) => number = () => 0,
): ListFacts<Value> {
  return {
    get: ({ key, dependencies }) => {
      const known = facts.get(key)
      if (known === undefined || changes.hasTouched(dependencies, known.asOf)) return undefined
      known.asOf = changes.now
      return known.value
    },
    last: ({ key }) => facts.get(key)?.value,
    set: ({ key }, asOf, value) => facts.set(key, { value, asOf }, FACT_BYTES + bytesOf(value)),
  }
}

/** Keeps nothing, so everything is read again. */
export const NO_LIST_FACTS: ListFacts<never> = Object.freeze({
  get: () => undefined,
  last: () => undefined,
  set: () => {},
})
