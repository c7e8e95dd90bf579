/**
 * An order of the rows after some of them have changed. Only the database knows how it compares values, so it is asked to sort the changed
 * rows among some others whose order is known. A few such questions find every place, however long the list is.
 */
import type { BoundStatement, PackedRow } from '../../../sql/statement.ts'
import type { ReadSteps } from '../../../storage/database.ts'
import { placeOf } from './kept-column.ts'

/** So many rows divide the part of the list in which a row has its place. */
const PIVOTS = 63

export interface OrderChange {
  /** The ids before the change, and their rows in the order wanted. */
  readonly ids: Int32Array
  readonly order: Int32Array
  /** The ids of the rows that have no place in the order any more, or may have another one. */
  readonly left: ReadonlySet<number>
  /** Those of the rows that need a place. */
  readonly placed: readonly number[]
}

export interface MovedOrder {
  /** The rows that have kept their places, as they were numbered before the change. */
  readonly staying: Int32Array
  /** The others, in order, each with the number of rows of `staying` that are before it. */
  readonly places: readonly Place[]
}

interface Place {
  readonly id: number
  readonly after: number
}

/** Its place is after so many rows at least, and at most. */
interface Sought {
  readonly id: number
  low: number
  high: number
}

/** `sort` is the statement that sorts the rows with some ids. */
export function* moveOrder(
  { ids, order, left, placed }: OrderChange,
  sort: (ids: readonly number[]) => BoundStatement<PackedRow>,
): ReadSteps<MovedOrder, PackedRow> {
  const staying = order.filter(row => !left.has(ids[row]!))
  const sought = placed.map((id): Sought => ({ id, low: 0, high: staying.length }))
  // The last question tells the order of those that have the same place.
  let last: readonly number[] = placed
  let open = widthOf(sought)
  while (open > 0 || (last === placed && placed.length > 1)) {
    const pivots = new Map(sought.flatMap(pivotsOf).map(at => [ids[staying[at]!]!, at]))
    const [rows = []] = yield [sort([...pivots.keys(), ...placed])]
    last = rows.map(({ keys: [id] }) => id as number)
    narrow(sought, last, pivots)
    const left = widthOf(sought)
    // Each question closes in on every place, unless rows have changed since the first one.
    if (open > 0 && left >= open) return { staying, places: [] }
    open = left
  }
  const turn = new Map(last.map((id, index) => [id, index]))
  const places = sought.map(({ id, low }): Place => ({ id, after: low }))
  return { staying, places: places.sort((one, other) => turn.get(one.id)! - turn.get(other.id)!) }
}

function widthOf(sought: readonly Sought[]): number {
  return sought.reduce((sum, { low, high }) => sum + Math.max(0, high - low), 0)
}

function pivotsOf({ low, high }: Sought): readonly number[] {
  const count = Math.min(PIVOTS, high - low)
  return Array.from({ length: count }, (_, index) => low + Math.floor(((high - low) * index) / count))
}

/** `sorted` has the pivots, whose places are known, and the rows that are sought. */
function narrow(sought: readonly Sought[], sorted: readonly number[], pivots: ReadonlyMap<number, number>): void {
  const before = new Map<number, number>()
  const after = new Map<number, number>()
  let place = 0
  for (const id of sorted) {
    const pivot = pivots.get(id)
    if (pivot === undefined) before.set(id, place)
    else place = pivot + 1
  }
  place = Number.POSITIVE_INFINITY
  for (const id of sorted.toReversed()) {
    const pivot = pivots.get(id)
    if (pivot === undefined) after.set(id, place)
    else place = pivot
  }
  for (const each of sought) {
    each.low = Math.max(each.low, before.get(each.id) ?? each.high)
    each.high = Math.min(each.high, after.get(each.id) ?? each.low)
  }
}

/** Both lists of ids are in order. */
export function orderAfter({ staying, places }: MovedOrder, before: Int32Array, after: Int32Array): Int32Array {
  const rowAfter = rowsAfter(before, after)
  const order = new Int32Array(after.length)
  let at = 0
  let next = 0
  for (let taken = 0; taken <= staying.length; taken += 1) {
    for (; places[next]?.after === taken; next += 1, at += 1) order[at] = placeOf(after, places[next]!.id)
    if (taken === staying.length) break
    order[at] = rowAfter[staying[taken]!]!
    at += 1
  }
  return order
}

/** By the row before the change, that afterwards. */
function rowsAfter(before: Int32Array, after: Int32Array): Int32Array {
  const rows = new Int32Array(before.length)
  let row = 0
  for (let old = 0; old < before.length; old += 1) {
    while (row < after.length && after[row]! < before[old]!) row += 1
    rows[old] = row
  }
  return rows
}
