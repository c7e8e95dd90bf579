import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoText } from './iso-text.ts'

test('writes what Date#toISOString writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), time => {
      expect(isoText(time)).toBe(new Date(time).toISOString())
    }),
    { examples: [[0], [-1], [8.64e15], [-8.64e15], [253402300800000], [1644888615001]] },
  )
})

test('days that share a place do not mix', () => {
  const days = [0, 4096, 8192, 0].map(day => day * 86_400_000 + 1)
  expect(days.map(isoText)).toEqual(days.map(day => new Date(day).toISOString()))
})
