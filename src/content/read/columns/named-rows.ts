/** The rows of a list whose filter names them: by ids, by texts that no two entries share, or by parts of texts. */
import { type KeptColumn, NO_VALUE, placeOf } from './kept-column.ts'
import type { ScanTest } from './list-scan.ts'
import { hasText, rowsWith } from './text-rows.ts'

/** The rows that can pass, if a text or ids name them; `null` if any row can. */
export function namedRows(test: ScanTest, columns: readonly KeptColumn[]): readonly number[] | null {
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
      const row = rowOf[names!.get(name) ?? -1] ?? -1
      return row === -1 ? [] : [row]
    })
  }
  if (test.kind === 'contains') return rowsWith(columns[test.column]!, test)
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

/** The same tests, for single rows: each list of values is looked at once, not for every row. */
export function rowTest(test: ScanTest, columns: readonly KeptColumn[]): (row: number) => boolean {
  switch (test.kind) {
    case 'all': {
      const tests = test.tests.map(each => rowTest(each, columns))
      return row => tests.every(passes => passes(row))
    }
    case 'any': {
      const tests = test.tests.map(each => rowTest(each, columns))
      return row => tests.some(passes => passes(row))
    }
    case 'range': {
      const { numbers } = columns[test.column]!
      const { low, high } = test
      return row => numbers[row] !== NO_VALUE && numbers[row]! >= low && numbers[row]! <= high
    }
    case 'oneOf':
      return isAmong(columns[test.column]!.numbers, test.numbers)
    case 'named': {
      const { numbers, names } = columns[test.column]!
      return isAmong(
        numbers,
        test.names.flatMap(name => names!.get(name) ?? []),
      )
    }
    case 'contains':
      return row => hasText(columns[test.column]!, row, test)
    case 'nothing':
      return () => false
    default:
      return test satisfies never
  }
}

function isAmong(numbers: Int32Array, wanted: readonly number[]): (row: number) => boolean {
  const known = new Set(wanted)
  known.delete(NO_VALUE)
  return row => known.has(numbers[row]!)
}
