/**
 * Finds the entries of a list in kept columns: a few passes over arrays of small whole numbers. The passes have no branches, because a
 * processor guesses wrong about every second row of a filter, which takes longer than the comparison.
 */
import { collectRows, type RowOrder } from './collect-rows.ts'
import type { KeptColumn } from './kept-column.ts'
import type { ListScan, ScanTest } from './list-scan.ts'
import { narrow } from './mark-rows.ts'
import { namedRows, rowTest } from './named-rows.ts'
import { type Span, spansOf } from './spans.ts'

export interface ScannedList {
  readonly ids: readonly number[]
  readonly total: number
}

/** One for all scans, because each scan is over before the next begins. */
let marks = new Int32Array(0)

export function scanRows(scan: ListScan, columns: readonly KeptColumn[]): ScannedList {
  const { test, order, backwards, start, limit } = scan
  const ids = columns[0]!.numbers
  const few = test === null || order !== null ? null : namedRows(test, columns)
  if (few !== null) {
    const passing = few.filter(rowTest(test!, columns)).sort((one, other) => one - other)
    const rows = backwards ? passing.reverse() : passing
    return { ids: rows.slice(start, start + limit).map(row => ids[row]!), total: rows.length }
  }
  const wanted: RowOrder = { ids, rows: order === null ? null : columns[order]!.numbers, backwards }
  const spans = spansOf(test, columns)
  const { rows, total } =
    (spans && collectRows(spans, wanted, scan, true)) ?? collectRows([marked(test!, columns)], wanted, scan, false)!
  return { ids: Array.from(rows, row => ids[row]!), total }
}

/** For tests that are not a few spans: what passes is marked first, and the marks are one span. */
function marked(test: ScanTest, columns: readonly KeptColumn[]): Span {
  const { length } = columns[0]!.numbers
  if (marks.length < length) marks = new Int32Array(length)
  const passing = marks.subarray(0, length).fill(1)
  narrow(passing, test, columns)
  return { numbers: passing, low: 1, high: 1 }
}
