/** Counts the rows that pass, stretch by stretch and as far as needed, and collects those of a page. */
import { placeOf } from './kept-column.ts'
import { rememberedCounts, STRETCH, type StretchCounts } from './known-counts.ts'
import { isWithin, type Span } from './spans.ts'

/** So many tests are made in one pass. */
const MOST_SPANS = 3
/** Where entries are counted at all, those among so many rows always are: it takes a fraction of a millisecond. */
const QUICK = 100_000

export interface RowOrder {
  readonly ids: Int32Array
  /** All rows in the order wanted; `null` if it is that of the ids. */
  readonly rows: Int32Array | null
  /** From the last one to the first. */
  readonly backwards: boolean
}

/** The places that are gone through, in the order wanted: from `from` to the one before `to`, or the other way round. */
interface Walk extends RowOrder {
  readonly from: number
  readonly to: number
}

/** The rows after the first `start`, `limit` of them at most. */
export interface RowPage {
  readonly start: number
  readonly limit: number
  /** If so many rows pass, it does not matter how many more do; 0: no matter how many. */
  readonly enough: number
}

export interface CollectedRows {
  readonly rows: readonly number[]
  /** How many there are on all pages, or `enough` if it is cut. */
  readonly total: number
  /** Whether there may be more. */
  readonly isCut: boolean
}

/**
 * A page of the rows that meet all spans, in the order wanted; `null` if there are too many spans. The ids are in order, so a span of them
 * is found at once. `remembers`: the columns of the spans stay as they are.
 */
export function collectRows(
  spans: readonly Span[],
  order: RowOrder,
  { start, limit, enough }: RowPage,
  remembers: boolean,
): CollectedRows | null {
  const { ids, rows } = order
  const others = rows === null ? spans.filter(({ numbers }) => numbers !== ids) : spans
  if (others.length > MOST_SPANS) return null
  const walk = walkThrough(spans, order)
  if (others.length === 0) return pageOfAll(walk, { start, limit })
  const begin = () => ({ counts: new Int32Array(Math.ceil((walk.to - walk.from) / STRETCH) + 1), known: 0 })
  const counted = remembers ? rememberedCounts(order, spans, begin) : begin()
  countUpTo({ wanted: Math.max(enough, start + limit), enough }, counted, walk, others)
  const { counts, known } = counted
  const isCut = known < counts.length - 1
  const total = isCut ? Math.min(counts[known]!, enough) : counts[known]!
  return { rows: pageOf(walk, others, counts.subarray(0, known + 1), { start, limit }), total, isCut }
}

function walkThrough(spans: readonly Span[], order: RowOrder): Walk {
  const { ids, rows } = order
  let [from, to] = [0, ids.length]
  if (rows === null)
    for (const { numbers, low, high } of spans)
      if (numbers === ids) [from, to] = [Math.max(from, placeOf(ids, low)), Math.min(to, placeOf(ids, high + 1))]
  // No row is both after one bound and before the other.
  return { ids, rows, backwards: order.backwards, from, to: Math.max(from, to) }
}

/** All rows of the walk pass. */
function pageOfAll(
  { from, to, rows, backwards }: Walk,
  { start, limit }: Pick<RowPage, 'start' | 'limit'>,
): CollectedRows {
  const total = to - from
  const found = Array.from({ length: Math.max(0, Math.min(limit, total - start)) }, (_, index) => {
    const place = backwards ? to - 1 - start - index : from + start + index
    return rows === null ? place : rows[place]!
  })
  return { rows: found, total, isCut: false }
}

interface Wanted extends Pick<RowPage, 'enough'> {
  /** With those of the page. */
  readonly wanted: number
}

function countUpTo({ wanted, enough }: Wanted, counted: StretchCounts, walk: Walk, spans: readonly Span[]): void {
  const { counts } = counted
  for (; counted.known < counts.length - 1; counted.known += 1) {
    const { known } = counted
    if (counts[known]! >= wanted && (enough === 0 || known * STRETCH >= QUICK)) return
    counts[known + 1] = counts[known]! + countIn(stretchOf(walk, known), spans)
  }
}

function pageOf(
  walk: Walk,
  spans: readonly Span[],
  counts: Int32Array,
  { start, limit }: Pick<RowPage, 'start' | 'limit'>,
): readonly number[] {
  const found: number[] = []
  const wanted = Math.min(start + limit, counts.at(-1)!) - start
  // The last stretch before which not more than so many rows have passed.
  let stretch = Math.max(0, placeOf(counts, start + 1) - 1)
  for (; found.length < wanted; stretch += 1) {
    const [before, after] = [counts[stretch]!, counts[stretch + 1]!]
    if (before === after) continue
    const skipped = Math.max(0, start - before)
    const count = Math.min(after - before, skipped + wanted - found.length)
    found.push(...rowsIn(stretchOf(walk, stretch), walk.backwards, spans, count).subarray(skipped))
  }
  return found
}

/** Some rows of a walk, one after another. */
interface Stretch {
  readonly rows: Int32Array | null
  readonly low: number
  readonly high: number
}

function stretchOf({ rows, backwards, from, to }: Walk, index: number): Stretch {
  if (!backwards) return { rows, low: from + index * STRETCH, high: Math.min(to, from + (index + 1) * STRETCH) }
  return { rows, low: Math.max(from, to - (index + 1) * STRETCH), high: to - index * STRETCH }
}

/** What a column has in a stretch of another order, for each span. One for all scans, because each is over before the next begins. */
const gathered = Array.from({ length: MOST_SPANS }, () => new Int32Array(STRETCH))

function valuesIn({ rows, low, high }: Stretch, { numbers }: Span, place: number): Int32Array {
  if (rows === null) return numbers.subarray(low, high)
  const values = gathered[place]!
  for (let at = low; at < high; at += 1) values[at - low] = numbers[rows[at]!]!
  return values.subarray(0, high - low)
}

type SomeSpans = readonly [Span, Span?, Span?]

function countIn(stretch: Stretch, spans: readonly Span[]): number {
  const [a = NO_VALUES, b = NO_VALUES, c = NO_VALUES] = spans.map((span, index) => valuesIn(stretch, span, index))
  const [one, two, three] = spans as SomeSpans
  if (two === undefined) return countOne(a, one)
  return three === undefined ? countTwo(a, one, b, two) : countThree(a, one, b, two, c, three)
}

const NO_VALUES = new Int32Array(0)

// In these loops, everything is a variable of its own: the compiler reads a member of an object again for every row. They have no
// branches, because a processor guesses wrong about every second row of a filter, which takes longer than the comparison.

function countOne(a: Int32Array, { low, high }: Span): number {
  const { length } = a
  let total = 0
  for (let row = 0; row < length; row += 1) total += isWithin(a[row]!, low, high)
  return total
}

function countTwo(a: Int32Array, one: Span, b: Int32Array, two: Span): number {
  const [{ low: lowA, high: highA }, { low: lowB, high: highB }] = [one, two]
  const { length } = a
  let total = 0
  for (let row = 0; row < length; row += 1) total += isWithin(a[row]!, lowA, highA) & isWithin(b[row]!, lowB, highB)
  return total
}

function countThree(a: Int32Array, one: Span, b: Int32Array, two: Span, c: Int32Array, three: Span): number {
  const [{ low: lowA, high: highA }, { low: lowB, high: highB }, { low: lowC, high: highC }] = [one, two, three]
  const { length } = a
  let total = 0
  for (let row = 0; row < length; row += 1)
    total += isWithin(a[row]!, lowA, highA) & isWithin(b[row]!, lowB, highB) & isWithin(c[row]!, lowC, highC)
  return total
}

/** The first rows of a stretch that pass, in the order of the walk; there are at least `count`. */
function rowsIn({ rows, low, high }: Stretch, backwards: boolean, spans: readonly Span[], count: number): Int32Array {
  const [one, two = one, three = one] = spans as SomeSpans
  const [a, b, c] = [one.numbers, two.numbers, three.numbers]
  const { low: lowA, high: highA } = one
  const { low: lowB, high: highB } = two
  const { low: lowC, high: highC } = three
  const found = new Int32Array(count)
  const step = backwards ? -1 : 1
  let total = 0
  for (let at = backwards ? high - 1 : low; total < count; at += step) {
    const row = rows === null ? at : rows[at]!
    found[total] = row
    total += isWithin(a[row]!, lowA, highA) & isWithin(b[row]!, lowB, highB) & isWithin(c[row]!, lowC, highC)
  }
  return found
}
