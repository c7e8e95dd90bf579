/** What is known about whole lists, kept until a change touches what it was read from. */

import type { ListPlace } from '../plan/read/read-plan.ts'
import type { BoundedCache } from './bounded-cache.ts'
import type { ChangeLog } from './dependencies/change-log.ts'
import type { Dependencies } from './dependencies/dependencies.ts'
import type { PassesMarks } from './dependencies/row-marks.ts'

export interface ListFact<Value> {
  value: Value
  /** The number of the last change up to which it is known to be right. */
  asOf: number
  /** Whether it was read when that was the last change; otherwise, later ones may be part of it. */
  readonly isExact: boolean
}

/** Which fact, and what it depends on. */
export interface FactName {
  readonly key: string
  readonly dependencies: Dependencies
  /** Which rows the list has, if what changes tell of rows says that. */
  readonly passes: PassesMarks | null
}

/** When a fact was read. `asOf`: the number of the last change before it was. */
export type FactTime = Pick<ListFact<unknown>, 'asOf' | 'isExact'>

export interface ListFacts<Value> {
  /** The value, if it is kept and no change has touched what it was read from. */
  get(name: FactName): Value | undefined
  /** The last value that was kept, whatever has changed since. */
  last(name: FactName): Value | undefined
  set(name: FactName, value: Value, time: FactTime): void
}

/** The number of entries in a list. */
export type Totals = ListFacts<number>

/** The ids of all entries in a list, in its order. */
export type ListIds = ListFacts<Float64Array>

/** A place in a list, and how many rows there are up to it, its own included. */
export interface KnownPlace {
  readonly offset: number
  readonly place: ListPlace
}

/** Places in a list, one for each so many rows of it. */
export type KnownPlaces = ReadonlyMap<number, KnownPlace>

export type ListPlaces = ListFacts<KnownPlaces>

/** The size of the object with its two members. */
const FACT_BYTES = 64

export interface FactKind<Value> {
  /** The size of a value in addition to that of a number. */
  readonly bytesOf: (value: Value) => number
  /** The value for a list that has become so many rows longer; `null` if nobody knows. */
  readonly grown: ((value: Value, by: number) => Value) | null
}

export const TOTAL: FactKind<number> = { bytesOf: () => 0, grown: (total, by) => total + by }
export const IDS: FactKind<Float64Array> = { bytesOf: ids => ids.byteLength, grown: null }
export const PLACES: FactKind<KnownPlaces> = { bytesOf: placesBytes, grown: null }

/** A place in a map, without its keys. */
const PLACE_BYTES = 200

function placesBytes(places: KnownPlaces): number {
  let bytes = 0
  for (const { place } of places.values())
    bytes += place.keys.reduce((sum, key) => sum + 2 * (key?.length ?? 0), PLACE_BYTES)
  return bytes
}

export function createListFacts<Value>(
  facts: BoundedCache<ListFact<Value>>,
  changes: ChangeLog,
  { bytesOf, grown }: FactKind<Value>,
): ListFacts<Value> {
  return {
    get: ({ key, dependencies, passes }) => {
      const known = facts.get(key)
      if (known === undefined) return undefined
      const canGrow = grown !== null && known.isExact
      const growth = changes.growthSince(dependencies, known.asOf, canGrow ? passes : null)
      if (growth === undefined) return undefined
      if (grown !== null && growth !== 0) known.value = grown(known.value, growth)
      known.asOf = changes.now
      return known.value
    },
    last: ({ key }) => facts.get(key)?.value,
    set: ({ key }, value, time) => facts.set(key, { value, ...time }, FACT_BYTES + bytesOf(value)),
  }
}

/** Keeps nothing, so everything is read again. */
export const NO_LIST_FACTS: ListFacts<never> = Object.freeze({
  get: () => undefined,
  last: () => undefined,
  set: () => {},
})
