/** Counts the rows that pass, stretch by stretch, and collects those of a page from the stretch where it begins. */
import { LARGEST, placeOf } from './kept-column.ts'
import { rememberedCounts, STRETCH } from './known-counts.ts'
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
  readonly at: number
  readonly end: number
  readonly step: 1 | -1
}

/** The numbers of rows, for the order of the ids. One for all scans. */
let inOrder = new Int32Array(0)

/** The rows after the first `start`, `limit` of them at most. */
export interface RowPage {
  readonly start: number
  readonly limit: number
}

export interface CollectedRows {
  readonly rows: Int32Array
  /** How many there are on all pages. */
  readonly total: number
}

/**
 * A page of the rows that meet all spans, in the order wanted; `null` if there are too many spans. The ids are in order, so a span of them
 * is found at once. `remembers`: the columns of the spans stay as they are.
 */
export function collectRows(
  spans: readonly Span[],
  order: RowOrder,
  { start, limit }: RowPage,
  remembers: boolean,
): CollectedRows | null {
  const { ids, rows } = order
  const others = rows === null ? spans.filter(({ numbers }) => numbers !== ids) : spans
  if (others.length > MOST_SPANS) return null
  const all: Span = { numbers: ids, low: -LARGEST, high: LARGEST }
  const [first = all, second = first, third = first] = others
  const walk = walkThrough(spans, order)
  const count = () => countStretches(walk, first, second, third)
  const counts = remembers ? rememberedCounts(order, spans, count) : count()
  const total = counts.at(-1)!
  if (start >= total) return { rows: NO_ROWS, total }
  const stretch = lastUpTo(counts, start)
  const before = counts[stretch]!
  const found = new Int32Array(Math.min(start + limit, total) - before)
  collectFirst({ ...walk, at: walk.at + walk.step * stretch * STRETCH }, found, first, second, third)
  return { rows: found.subarray(start - before), total }
}

const NO_ROWS = new Int32Array(0)

/** How many rows pass before each stretch of the walk, and on the whole of it. */
function countStretches(walk: Walk, one: Span, two: Span, three: Span): Int32Array {
  const { at: from, end, step } = walk
  const length = (end - from) * step
  const counts = new Int32Array(Math.ceil(length / STRETCH) + 1)
  for (let stretch = 0; stretch < counts.length - 1; stretch += 1) {
    const at = from + step * stretch * STRETCH
    const part = { ...walk, at, end: at + step * Math.min(STRETCH, (end - at) * step) }
    counts[stretch + 1] = counts[stretch]! + (two === one ? countRest(part, one) : countPassing(part, one, two, three))
  }
  return counts
}

/** The last place up to which not more than so many rows have passed. */
function lastUpTo(counts: Int32Array, most: number): number {
  return Math.max(0, placeOf(counts, most + 1) - 1)
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

/** Fills `found` with the first rows that pass. */
function collectFirst({ rows, at: from, end, step }: Walk, found: Int32Array, one: Span, two: Span, three: Span): void {
  const { numbers: a, low: lowA, high: highA } = one
  const { numbers: b, low: lowB, high: highB } = two
  const { numbers: c, low: lowC, high: highC } = three
  const most = found.length
  let total = 0
  for (let at = from; at !== end && total < most; at += step) {
    const row = rows[at]!
    found[total] = row
    total += isWithin(a[row]!, lowA, highA) & isWithin(b[row]!, lowB, highB) & isWithin(c[row]!, lowC, highC)
  }
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
