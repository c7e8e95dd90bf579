/** Goes through all rows once: the first of those that pass are put into an array, the others are only counted. */
import { LARGEST, placeOf } from './kept-column.ts'
import { isWithin, type Span } from './spans.ts'

/** So many tests are made in one pass. */
const MOST_SPANS = 3

export interface RowOrder {
  readonly ids: Int32Array
  /** All rows in the order wanted; `null` if it is that of the ids. */
  readonly rows: Int32Array | null
  /** From the last one to the first. */
  readonly backwards: boolean
}

/** Where rows are gone through, and the next one. */
interface Walk {
  readonly rows: Int32Array
  at: number
  readonly end: number
  readonly step: 1 | -1
}

/** The numbers of rows, for the order of the ids. One for all scans. */
let inOrder = new Int32Array(0)

/**
 * Fills `found` with the first rows that meet all spans, in the order wanted, and returns how many rows there are in all; `null` if there
 * are too many spans. The ids are in order, so a span of them is found at once.
 */
export function collectRows(spans: readonly Span[], order: RowOrder, found: Int32Array): number | null {
  const { ids, rows } = order
  const others = rows === null ? spans.filter(({ numbers }) => numbers !== ids) : spans
  if (others.length > MOST_SPANS) return null
  const all: Span = { numbers: ids, low: -LARGEST, high: LARGEST }
  const [first = all, second = first, third = first] = others
  const walk = walkThrough(spans, order)
  const total = collectFirst(walk, found, first, second, third)
  return total + (second === first ? countRest(walk, first) : countPassing(walk, first, second, third))
}

function walkThrough(spans: readonly Span[], { ids, rows, backwards }: RowOrder): Walk {
  let [from, to] = [0, ids.length]
  if (rows === null)
    for (const { numbers, low, high } of spans)
      if (numbers === ids) [from, to] = [Math.max(from, placeOf(ids, low)), Math.min(to, placeOf(ids, high + 1))]
  if (rows === null && inOrder.length < to) inOrder = new Int32Array(2 * to).map((_, row) => row)
  // No row is both after one bound and before the other.
  to = Math.max(from, to)
  const walked = { rows: rows ?? inOrder }
  return backwards ? { ...walked, at: to - 1, end: from - 1, step: -1 } : { ...walked, at: from, end: to, step: 1 }
}

// In these loops, everything is a variable of its own: the compiler reads a member of an object again for every row.

/** Returns how many were found, and leaves the walk where `found` was full. */
function collectFirst(walk: Walk, found: Int32Array, one: Span, two: Span, three: Span): number {
  const { rows, end, step } = walk
  const { numbers: a, low: lowA, high: highA } = one
  const { numbers: b, low: lowB, high: highB } = two
  const { numbers: c, low: lowC, high: highC } = three
  const most = found.length
  let at = walk.at
  let total = 0
  for (; at !== end && total < most; at += step) {
    const row = rows[at]!
    found[total] = row
    total += isWithin(a[row]!, lowA, highA) & isWithin(b[row]!, lowB, highB) & isWithin(c[row]!, lowC, highC)
  }
  walk.at = at
  return total
}

function countPassing({ rows, at: from, end, step }: Walk, one: Span, two: Span, three: Span): number {
  const { numbers: a, low: lowA, high: highA } = one
  const { numbers: b, low: lowB, high: highB } = two
  const { numbers: c, low: lowC, high: highC } = three
  let total = 0
  for (let at = from; at !== end; at += step) {
    const row = rows[at]!
    total += isWithin(a[row]!, lowA, highA) & isWithin(b[row]!, lowB, highB) & isWithin(c[row]!, lowC, highC)
  }
  return total
}

/** As above for a single span, which most lists have: only whether an entry is published. */
function countRest({ rows, at: from, end, step }: Walk, { numbers, low, high }: Span): number {
  let total = 0
  for (let at = from; at !== end; at += step) total += isWithin(numbers[rows[at]!]!, low, high)
  return total
}
