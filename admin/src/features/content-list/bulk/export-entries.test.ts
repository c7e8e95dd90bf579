import { expect, it } from 'vitest'
import type { ListRow } from '../../../../../src/admin-api/content-api.ts'
import { csvCell, fileText } from './export-entries.ts'

const row: ListRow = {
  id: 7,
  title: 'Tea',
  status: 'draft',
  locale: 'en',
  values: {
    title: 'Tea, "green"',
    author: { count: 1, items: [{ id: 1, title: 'Ana', status: null, locale: null }] },
    readingTime: 4,
    note: null,
  },
}
const columns = ['id', 'title', 'author', 'readingTime', 'note']

it('writes entries as CSV', () => {
  expect(fileText('csv', [row], columns)).toBe('id,title,author,readingTime,note\r\n7,"Tea, ""green""",Ana,4,\r\n')
})

it('writes entries as JSON', () => {
  expect(JSON.parse(fileText('json', [row], columns))).toEqual([
    { id: 7, title: 'Tea, "green"', author: 'Ana', readingTime: 4, note: null },
  ])
})

it('writes no formulas', () => {
  expect(csvCell('=1+1')).toBe("'=1+1")
  expect(csvCell(-4)).toBe('-4')
})
