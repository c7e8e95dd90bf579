/** What is known about whole lists, kept until a change touches what it was read from. */

import type { BoundedCache } from './bounded-cache.ts'
import type { ChangeLog } from './dependencies/change-log.ts'
import type { PlanDependencies } from './dependencies/dependencies.ts'
import { NO_IDS } from './dependencies/id-sets.ts'

export interface ListFact<Value> {
  readonly value: Value
  /** The number of the last change up to which it is known to be right. */
  asOf: number
}

export interface ListFacts<Value> {
  /** The value, if it is kept and no change has touched what it was read from. */
  get(key: string, dependencies: PlanDependencies): Value | undefined
  /** `asOf`: the number of the last change before it was read. */
  set(key: string, asOf: number, value: Value): void
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
    get: (key, plan) => {
      const known = facts.get(key)
      if (known === undefined || changes.hasTouched({ plan, ids: NO_IDS }, known.asOf)) return undefined
      known.asOf = changes.now
      return known.value
    },
    set: (key, asOf, value) => facts.set(key, { value, asOf }, FACT_BYTES + bytesOf(value)),
  }
}

/** Keeps nothing, so everything is read again. */
export const NO_LIST_FACTS: ListFacts<never> = Object.freeze({ get: () => undefined, set: () => {} })
