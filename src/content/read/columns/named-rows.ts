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

/** The same tests, for a single row. */
export function passes(row: number, test: ScanTest, columns: readonly KeptColumn[]): boolean {
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
    case 'contains':
      return hasText(columns[test.column]!, row, test)
    case 'nothing':
      return false
    default:
      return test satisfies never
  }
}
