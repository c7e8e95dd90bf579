import { expect, test } from 'vitest'
import { changeText, parseChange } from './change-text.ts'
import type { ContentChange } from './content-change.ts'
import { marksOf } from './row-marks.ts'

const COLUMNS = [
  { column: 'kind', told: 'value' },
  { column: 'published_at', told: 'time' },
  { column: 'price', told: 'number' },
] as const
const [before, after] = [
  ['news', null, 1234],
  ['news', '2026-01-01', 5678],
].map(stored => marksOf(COLUMNS, stored))
const CHANGE: ContentChange = [
  { table: 'goods', kind: 'update', columns: ['price'], keys: { id: [7] }, moved: [[before!, after!]] },
]

test('other processes learn which of a few values a row has, and no number', () => {
  const text = changeText(CHANGE, 1000)
  expect(text).not.toMatch(/1234|5678/)
  expect(parseChange(text)).toEqual([
    {
      ...{ table: 'goods', kind: 'update', columns: ['price'], keys: { id: [7] } },
      moved: [
        [
          { kind: 'news', published_at: null },
          { kind: 'news', published_at: 1 },
        ],
      ],
    },
  ])
})

test('a text without its numbers has the name that it was given, and means the same', () => {
  const named = changeText(CHANGE, 1000, 'abc.1')
  expect(named).toContain('abc.1')
  expect(parseChange(named)).toEqual(parseChange(changeText(CHANGE, 1000)))
  const whole: ContentChange = [{ table: 'goods', kind: 'insert', columns: [], keys: { id: [7] }, moved: [] }]
  expect(changeText(whole, 1000, 'abc.1')).toBe(changeText(whole, 1000))
})
