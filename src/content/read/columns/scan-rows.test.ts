import { expect, test } from 'vitest'
import { columnBuilder } from './column-builder.ts'
import type { KeptColumn } from './kept-column.ts'
import { ID, type ListScan, type ScanTest } from './list-scan.ts'
import { scanRows } from './scan-rows.ts'

const ROWS = 300
const VALUES = 200

function columnOf(kind: 'number' | 'named' | 'texts', values: readonly string[]): KeptColumn {
  const builder = columnBuilder(kind)
  builder.add(kind === 'number' ? values : values.map(value => `x${Buffer.from(value).toString('hex')}`))
  return builder.finish()!
}

const numbers = Array.from({ length: ROWS }, (_, row) => String(row + 1))
const columns = [
  columnOf('number', numbers),
  columnOf('number', numbers),
  columnOf('named', numbers),
  columnOf('texts', numbers),
]

function scanOf(tests: readonly ScanTest[]): ListScan {
  const found = { model: { table: 'rows' } as ListScan['model'], columns: [ID], isShort: false, weight: 1 }
  const page = {
    order: null,
    backwards: false,
    limit: ROWS,
    start: 0,
    withCount: true,
    enough: Number.POSITIVE_INFINITY,
  }
  return { ...found, ...page, test: { kind: 'all', tests } }
}

/** The list, and how often it was looked into. */
function watched<Value>(list: readonly Value[]) {
  const seen = { list, reads: 0 }
  seen.list = new Proxy(list, {
    get: (target, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) seen.reads += 1
      return Reflect.get(target, key)
    },
  })
  return seen
}

test('of rows that a text names, each value of another list is looked at once, not for every row', () => {
  const all: ScanTest = { kind: 'contains', column: 3, text: '1', fromStart: false, toEnd: false }
  const wanted = watched(Array.from({ length: VALUES }, (_, index) => (index === 0 ? 10 : ROWS + index)))
  const names = watched(Array.from(wanted.list, String))
  wanted.reads = 0
  const tests: readonly ScanTest[] = [
    { kind: 'oneOf', column: 1, numbers: wanted.list },
    { kind: 'named', column: 2, names: names.list },
  ]
  for (const each of tests)
    expect(scanRows(scanOf([all, each]), columns)).toEqual({ ids: [10], total: 1, isCut: false })
  expect({ numbers: wanted.reads, names: names.reads }).toEqual({ numbers: VALUES, names: VALUES })
})
