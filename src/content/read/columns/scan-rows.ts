/**
 * Finds the entries of a list in kept columns: a few passes over arrays of small whole numbers. The passes have no branches, because a
 * processor guesses wrong about every second row of a filter, which takes longer than the comparison.
 */
import type { ListScan, ScanTest } from './list-scan.ts'

/** A column: one number for each row, `NO_VALUE` where it has no value. */
export interface KeptColumn {
  readonly numbers: Int32Array
  /** The numbers of texts. */
  readonly names?: ReadonlyMap<string, number>
  /** The row of each text, if no two rows have the same. */
  readonly rowOf?: Int32Array | undefined
}

export interface ScannedList {
  readonly ids: readonly number[]
  readonly total: number
}

/** The difference of two numbers up to this, or of one and no value, has 32 bits, of which the first is the sign. */
const LARGEST = 2 ** 30 - 1
const NO_VALUE = -(2 ** 30)

/** `null` where a row has no value; `null` instead of the column if a number is too large. */
export function smallNumbers(values: readonly (number | null)[]): Int32Array | null {
  if (values.some(value => value !== null && Math.abs(value) > LARGEST)) return null
  return Int32Array.from(values, value => value ?? NO_VALUE)
}

/** One of each for all scans, because each scan is over before the next begins. */
let marks = new Uint8Array(0)
let passed = new Int32Array(0)

export function scanRows(scan: ListScan, columns: readonly KeptColumn[]): ScannedList {
  const { test, order, backwards, start, limit } = scan
  const ids = columns[0]!.numbers
  const count = ids.length
  const few = test === null || order !== null ? null : namedRows(test, columns)
  if (few !== null) {
    const found = few.filter(row => passes(row, test!, columns)).sort((one, other) => one - other)
    const rows = backwards ? found.reverse() : found
    return { ids: rows.slice(start, start + limit).map(row => ids[row]!), total: rows.length }
  }
  if (marks.length < count) {
    marks = new Uint8Array(count)
    passed = new Int32Array(count)
  }
  const inOrder = order === null ? null : columns[order]!.numbers
  const total = collectSpans(spansOf(test, columns), ids, inOrder) ?? collectMarked(test, columns, inOrder)
  const end = Math.min(start + limit, total)
  const rows = backwards
    ? passed.slice(Math.max(0, total - end), Math.max(0, total - start)).reverse()
    : passed.subarray(Math.min(start, total), end)
  return { ids: Array.from(rows, row => ids[row]!), total }
}

/** The rows that can pass, if a text or ids name them; `null` if any row can. */
function namedRows(test: ScanTest, columns: readonly KeptColumn[]): readonly number[] | null {
  if (test.kind === 'all') {
    for (const each of test.tests) {
      const rows = namedRows(each, columns)
      if (rows !== null) return rows
    }
    return null
  }
  if (test.kind === 'named') {
    const { names, rowOf } = columns[test.column]!
    if (rowOf === undefined) return null
    return [...new Set(test.names)].flatMap(name => {
      const number = names!.get(name)
      return number === undefined ? [] : [rowOf[number]!]
    })
  }
  if (test.kind === 'oneOf' && test.column === 0) return rowsOfIds(columns[0]!.numbers, [...new Set(test.numbers)])
  return test.kind === 'range' && test.column === 0 && test.low === test.high
    ? rowsOfIds(columns[0]!.numbers, [test.low])
    : null
}

function rowsOfIds(ids: Int32Array, wanted: readonly number[]): readonly number[] {
  return wanted.flatMap(id => {
    const row = placeOf(ids, id)
    return ids[row] === id ? [row] : []
  })
}

/** The row of the first id that is not smaller. The ids are in order. */
function placeOf(ids: Int32Array, id: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ids[middle]! < id) low = middle + 1
    else high = middle
  }
  return low
}

/** The same tests, for a single row. */
function passes(row: number, test: ScanTest, columns: readonly KeptColumn[]): boolean {
  switch (test.kind) {
    case 'all':
      return test.tests.every(each => passes(row, each, columns))
    case 'any':
      return test.tests.some(each => passes(row, each, columns))
    case 'range': {
      const number = columns[test.column]!.numbers[row]!
      return number !== NO_VALUE && number >= test.low && number <= test.high
    }
    case 'oneOf': {
      const number = columns[test.column]!.numbers[row]!
      return number !== NO_VALUE && test.numbers.includes(number)
    }
    case 'named': {
      const { numbers, names } = columns[test.column]!
      return test.names.some(name => names!.get(name) === numbers[row])
    }
    case 'nothing':
      return false
    default:
      return test satisfies never
  }
}

/** Puts the rows that pass into `passed`, in this order of rows or that of the ids, and returns how many there are. */
function collectMarked(test: ScanTest | null, columns: readonly KeptColumn[], inOrder: Int32Array | null): number {
  const passing = marks.subarray(0, columns[0]!.numbers.length).fill(1)
  if (test !== null) narrow(passing, test, columns)
  return inOrder === null ? collect(passing) : collectInOrder(passing, inOrder)
}

/** What the number of a column must be; both bounds have 31 bits. */
interface Span {
  readonly numbers: Int32Array
  readonly low: number
  readonly high: number
}

/** So many tests are made in one pass. */
const MOST_SPANS = 3
const NO_NUMBER = { low: 1, high: 0 }

/** The test as spans that all have to be met; `null` if it is none. */
function spansOf(test: ScanTest | null, columns: readonly KeptColumn[]): readonly Span[] | null {
  if (test === null) return []
  const { numbers, names } = columns['column' in test ? test.column : 0]!
  switch (test.kind) {
    case 'all': {
      const spans = test.tests.map(each => spansOf(each, columns))
      return spans.every(span => span !== null) ? spans.flat() : null
    }
    case 'any':
      return null
    case 'range':
      return [{ numbers, ...boundsOf(test) }]
    case 'oneOf':
      return test.numbers.length === 1 ? [spanOf(numbers, test.numbers[0]!)] : null
    case 'named':
      return test.names.length === 1 ? [spanOf(numbers, names!.get(test.names[0]!))] : null
    case 'nothing':
      return [{ numbers, ...NO_NUMBER }]
    default:
      return test satisfies never
  }
}

function spanOf(numbers: Int32Array, only: number | undefined): Span {
  return { numbers, ...(only === undefined ? NO_NUMBER : boundsOf({ low: only, high: only })) }
}

function boundsOf({ low, high }: Range): Range {
  const [least, most] = [Math.max(Math.ceil(low), -LARGEST), Math.min(Math.floor(high), LARGEST)]
  return least > most ? NO_NUMBER : { low: least | 0, high: most | 0 }
}

/** The same as `collectMarked`; `undefined` if there are too many spans. The ids are in order, so a span of them is found at once. */
function collectSpans(spans: readonly Span[] | null, ids: Int32Array, inOrder: Int32Array | null): number | undefined {
  if (spans === null) return undefined
  const others = inOrder === null ? spans.filter(({ numbers }) => numbers !== ids) : spans
  if (others.length > MOST_SPANS) return undefined
  let [from, to] = [0, ids.length]
  for (const { numbers, low, high } of inOrder === null ? spans : [])
    if (numbers === ids) [from, to] = [Math.max(from, placeOf(ids, low)), Math.min(to, placeOf(ids, high + 1))]
  const all: Span = { numbers: ids, low: -LARGEST, high: LARGEST }
  const [first = all, second = first, third = first] = others
  return inOrder === null
    ? collectBetween(from, to, first, second, third)
    : collectThrough(inOrder, first, second, third)
}

// In these loops, everything is a variable of its own: the compiler reads a member of an object again for every row.

function collectBetween(from: number, to: number, one: Span, two: Span, three: Span): number {
  const found = passed
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

function collectThrough(rows: Int32Array, one: Span, two: Span, three: Span): number {
  const found = passed
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

/** 1 if neither difference is negative. */
function isWithin(number: number, low: number, high: number): number {
  return ~((number - low) | 0 | ((high - number) | 0)) >>> 31
}

function collect(passing: Uint8Array): number {
  const found = passed
  const count = passing.length
  let total = 0
  for (let row = 0; row < count; row += 1) {
    found[total] = row
    total += passing[row]!
  }
  return total
}

function collectInOrder(passing: Uint8Array, rows: Int32Array): number {
  const found = passed
  const count = passing.length
  let total = 0
  for (let at = 0; at < count; at += 1) {
    const row = rows[at]!
    found[total] = row
    total += passing[row]!
  }
  return total
}

/** Leaves the marks of those rows that pass the test, too. */
function narrow(passing: Uint8Array, test: ScanTest, columns: readonly KeptColumn[]): void {
  switch (test.kind) {
    case 'all':
      for (const each of test.tests) narrow(passing, each, columns)
      break
    case 'any':
      narrowToAny(passing, test.tests, columns)
      break
    case 'range':
      narrowToRange(passing, columns[test.column]!.numbers, test)
      break
    case 'oneOf':
      narrowToOne(passing, columns[test.column]!.numbers, test.numbers)
      break
    case 'named': {
      const { numbers, names } = columns[test.column]!
      const wanted = test.names.flatMap(name => names!.get(name) ?? [])
      narrowToOne(passing, numbers, wanted)
      break
    }
    case 'nothing':
      passing.fill(0)
      break
    default:
      test satisfies never
  }
}

function narrowToAny(passing: Uint8Array, tests: readonly ScanTest[], columns: readonly KeptColumn[]): void {
  const any = new Uint8Array(passing.length)
  for (const test of tests) {
    const some = Uint8Array.from(passing)
    narrow(some, test, columns)
    for (let row = 0; row < any.length; row += 1) any[row]! |= some[row]!
  }
  passing.set(any)
}

interface Range {
  readonly low: number
  readonly high: number
}

function narrowToRange(passing: Uint8Array, numbers: Int32Array, range: Range): void {
  const { low, high } = boundsOf(range)
  const count = passing.length
  for (let row = 0; row < count; row += 1) passing[row]! &= isWithin(numbers[row]!, low, high)
}

function narrowToOne(passing: Uint8Array, numbers: Int32Array, wanted: readonly number[]): void {
  const [only] = wanted
  if (only !== undefined && wanted.length === 1) {
    narrowToRange(passing, numbers, { low: only, high: only })
    return
  }
  const known = new Set(wanted.filter(number => Math.abs(number) <= LARGEST))
  for (let row = 0; row < passing.length; row += 1) if (!known.has(numbers[row]!)) passing[row] = 0
}
