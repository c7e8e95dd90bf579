/** One pass over all rows that puts the numbers of those that pass into an array. */
import { LARGEST, placeOf } from './kept-column.ts'
import { isWithin, type Span } from './spans.ts'

/** So many tests are made in one pass. */
const MOST_SPANS = 3

export interface RowOrder {
  readonly ids: Int32Array
  /** All rows in the order wanted; `null` if it is that of the ids. */
  readonly rows: Int32Array | null
}

/**
 * Puts the rows that meet all spans into `found`, in the order wanted, and returns how many there are; `null` if there are too many
 * spans. The ids are in order, so a span of them is found at once.
 */
export function collectRows(spans: readonly Span[], { ids, rows }: RowOrder, found: Int32Array): number | null {
  const others = rows === null ? spans.filter(({ numbers }) => numbers !== ids) : spans
  if (others.length > MOST_SPANS) return null
  const all: Span = { numbers: ids, low: -LARGEST, high: LARGEST }
  const [first = all, second = first, third = first] = others
  if (rows !== null) return collectThrough(rows, found, first, second, third)
  let [from, to] = [0, ids.length]
  for (const { numbers, low, high } of spans)
    if (numbers === ids) [from, to] = [Math.max(from, placeOf(ids, low)), Math.min(to, placeOf(ids, high + 1))]
  return collectBetween(from, to, found, first, second, third)
}

// In these loops, everything is a variable of its own: the compiler reads a member of an object again for every row.

function collectBetween(from: number, to: number, found: Int32Array, one: Span, two: Span, three: Span): number {
  const { numbers: a, low: lowA, high: highA } = one
  const { numbers: b, low: lowB, high: highB } = two
  const { numbers: c, low: lowC, high: highC } = three
  let total = 0
  for (let row = from; row < to; row += 1) {
    found[total] = row
    total += isWithin(a[row]!, lowA, highA) & isWithin(b[row]!, lowB, highB) & isWithin(c[row]!, lowC, highC)
  }
  return total
}

function collectThrough(rows: Int32Array, found: Int32Array, one: Span, two: Span, three: Span): number {
  const { numbers: a, low: lowA, high: highA } = one
  const { numbers: b, low: lowB, high: highB } = two
  const { numbers: c, low: lowC, high: highC } = three
  const count = rows.length
  let total = 0
  for (let at = 0; at < count; at += 1) {
    const row = rows[at]!
    found[total] = row
    total += isWithin(a[row]!, lowA, highA) & isWithin(b[row]!, lowB, highB) & isWithin(c[row]!, lowC, highC)
  }
  return total
}
