/**
 * Finds the entries of a list in kept columns: a few passes over arrays of small whole numbers. The passes have no branches, because a
 * processor guesses wrong about every second row of a filter, which takes longer than the comparison.
 */
import { collectRows, type RowOrder } from './collect-rows.ts'
import type { KeptColumn } from './kept-column.ts'
import type { ListScan } from './list-scan.ts'
import { marked } from './mark-rows.ts'
import { namedRows, rowTest } from './named-rows.ts'
import { spansOf } from './spans.ts'

export interface ScannedList {
  readonly ids: readonly number[]
  readonly total: number
  /** Whether there may be more than `total`. */
  readonly isCut: boolean
}

export function scanRows(scan: ListScan, columns: readonly KeptColumn[]): ScannedList {
  const { test, order, backwards, start, limit } = scan
  const ids = columns[0]!.numbers
  const few = test === null || order !== null ? null : namedRows(test, columns)
  if (few !== null) {
    const passing = few.filter(rowTest(test!, columns)).sort((one, other) => one - other)
    const rows = backwards ? passing.reverse() : passing
    return { ids: rows.slice(start, start + limit).map(row => ids[row]!), total: rows.length, isCut: false }
  }
  const wanted: RowOrder = { ids, rows: order === null ? null : columns[order]!.numbers, backwards }
  const spans = spansOf(test, columns)
  const { rows, total, isCut } =
    (spans && collectRows(spans, wanted, scan, true)) ?? collectRows([marked(test!, columns)], wanted, scan, false)!
  return { ids: rows.map(row => ids[row]!), total, isCut }
}
