/** What is known about whole lists, kept until a change touches what it was read from. */

import type { ListPlace } from '../plan/read/read-plan.ts'
import type { BoundedCache } from './bounded-cache.ts'
import type { ChangeLog } from './dependencies/change-log.ts'
import type { Dependencies } from './dependencies/dependencies.ts'
import type { MovedRow } from './dependencies/row-marks.ts'

export interface ListFact<Value> {
  value: Value
  /** The number of the last change up to which it is known to be right. */
  asOf: number
  /** Whether it was read when that was the last change; otherwise, later ones may be part of it. */
  readonly isExact: boolean
}

/** Which fact, and what it depends on. */
export interface FactName<Value> {
  readonly key: string
  readonly dependencies: Dependencies
  /** The value after rows have changed, in their order; `undefined` if what is told of them is not enough. `null` if it never is. */
  readonly moved: ((value: Value, rows: readonly MovedRow[]) => Value | undefined) | null
}

/** When a fact was read. `asOf`: the number of the last change before it was. */
export type FactTime = Pick<ListFact<unknown>, 'asOf' | 'isExact'>

export interface ListFacts<Value> {
  /** The value, if it is kept and no change has touched what it was read from. */
  get(name: FactName<Value>): Value | undefined
  /** The last value that was kept, whatever has changed since. */
  last(name: FactName<Value>): Value | undefined
  set(name: FactName<Value>, value: Value, time: FactTime): void
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

/** What was computed from the entries of a list: a row for each group. */
export type GroupRows = readonly (readonly unknown[])[]

export type Aggregates = ListFacts<GroupRows>

/** The size of the object with its two members. */
const FACT_BYTES = 64

export interface FactKind<Value> {
  /** The size of a value in addition to that of a number. */
  readonly bytesOf: (value: Value) => number
}

export const TOTAL: FactKind<number> = { bytesOf: () => 0 }
export const IDS: FactKind<Float64Array> = { bytesOf: ids => ids.byteLength }
export const PLACES: FactKind<KnownPlaces> = { bytesOf: placesBytes }
export const GROUPS: FactKind<GroupRows> = { bytesOf: groupBytes }

/** A place in a map, without its keys. */
const PLACE_BYTES = 200

function placesBytes(places: KnownPlaces): number {
  let bytes = 0
  for (const { place } of places.values())
    bytes += place.keys.reduce((sum, key) => sum + 2 * (key?.length ?? 0), PLACE_BYTES)
  return bytes
}

/** A value in a row, without its characters. */
const VALUE_BYTES = 24

function groupBytes(rows: GroupRows): number {
  let bytes = 0
  for (const row of rows)
    for (const value of row) bytes += VALUE_BYTES + (typeof value === 'string' ? 2 * value.length : 0)
  return bytes
}

export function createListFacts<Value>(
  facts: BoundedCache<ListFact<Value>>,
  changes: ChangeLog,
  { bytesOf }: FactKind<Value>,
): ListFacts<Value> {
  return {
    get: ({ key, dependencies, moved }) => {
      const known = facts.get(key)
      if (known === undefined) return undefined
      if (moved === null || !known.isExact) {
        if (changes.hasTouched(dependencies, known.asOf)) return undefined
      } else {
        const rows = changes.movedSince(dependencies, known.asOf)
        const value = rows === undefined || rows.length === 0 ? rows && known.value : moved(known.value, rows)
        if (value === undefined) return undefined
        known.value = value
      }
      known.asOf = changes.now
      return known.value
    },
    last: ({ key }) => facts.get(key)?.value,
    set: ({ key }, value, time) => facts.set(key, { value, ...time }, FACT_BYTES + bytesOf(value)),
  }
}

/** Keeps nothing, so everything is read again. */
export const NO_LIST_FACTS = Object.freeze({
  get: () => undefined,
  last: () => undefined,
  set: () => {},
})
