/** Tests that are not a few spans, one after another: each leaves a 1 for the rows that pass. */
import { type KeptColumn, LARGEST } from './kept-column.ts'
import type { ScanTest } from './list-scan.ts'
import { boundsOf, isWithin, type Range, type Span } from './spans.ts'
import { rowsWith } from './text-rows.ts'

/** One for all scans, because each scan is over before the next begins. */
let marks = new Int32Array(0)

/** The rows that pass, as one span of their marks. It holds until the next test is marked. */
export function marked(test: ScanTest, columns: readonly KeptColumn[]): Span {
  const { length } = columns[0]!.numbers
  if (marks.length < length) marks = new Int32Array(length)
  const passing = marks.subarray(0, length).fill(1)
  narrow(passing, test, columns)
  return { numbers: passing, low: 1, high: 1 }
}

/** Leaves the marks of those rows that pass the test, too. */
function narrow(passing: Int32Array, test: ScanTest, columns: readonly KeptColumn[]): void {
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
    case 'contains':
      narrowToRows(passing, rowsWith(columns[test.column]!, test))
      break
    case 'nothing':
      passing.fill(0)
      break
    default:
      test satisfies never
  }
}

function narrowToAny(passing: Int32Array, tests: readonly ScanTest[], columns: readonly KeptColumn[]): void {
  const any = new Int32Array(passing.length)
  for (const test of tests) {
    const some = Int32Array.from(passing)
    narrow(some, test, columns)
    for (let row = 0; row < any.length; row += 1) any[row]! |= some[row]!
  }
  passing.set(any)
}

function narrowToRange(passing: Int32Array, numbers: Int32Array, range: Range): void {
  const { low, high } = boundsOf(range)
  const count = passing.length
  for (let row = 0; row < count; row += 1) passing[row]! &= isWithin(numbers[row]!, low, high)
}

function narrowToOne(passing: Int32Array, numbers: Int32Array, wanted: readonly number[]): void {
  const [only] = wanted
  if (only !== undefined && wanted.length === 1) {
    narrowToRange(passing, numbers, { low: only, high: only })
    return
  }
  const known = new Set(wanted.filter(number => Math.abs(number) <= LARGEST))
  for (let row = 0; row < passing.length; row += 1) if (!known.has(numbers[row]!)) passing[row] = 0
}

/** `rows` are in order. */
function narrowToRows(passing: Int32Array, rows: readonly number[]): void {
  let next = 0
  for (let row = 0; row < passing.length; row += 1) {
    if (rows[next] === row) next += 1
    else passing[row] = 0
  }
}
