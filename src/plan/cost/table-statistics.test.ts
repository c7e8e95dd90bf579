import { expect, test } from 'vitest'
import { roughly } from './table-statistics.ts'

test('figures are rounded up to powers of two', () => {
  const { rows, width } = roughly({ database: 'sqlite', rows: Number, width: (_table, column) => Number(column) })
  expect(['0', '1', '2', '3', '5', '8', '1000', '1024', '1025'].map(rows)).toEqual([0, 1, 2, 4, 8, 8, 1024, 1024, 2048])
  expect(width('', '12.5')).toBe(16)
})
