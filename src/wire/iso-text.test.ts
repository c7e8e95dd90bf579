import fc from 'fast-check'
import '../../test/support/fixed-seed.ts'
import { expect, test } from 'vitest'
import { ISO_LENGTH, isoBytes, isoText, isUsualYear } from './iso-text.ts'

const written = (time: number) => {
  const bytes = Buffer.alloc(ISO_LENGTH + 2, '-')
  isoBytes(time, bytes, 1)
  return bytes.toString()
}

test('writes what Date#toISOString writes', () => {
  const times = fc.oneof(fc.integer({ min: -8.64e15, max: 8.64e15 }), fc.integer({ min: -6.3e13, max: 2.54e14 }))
  fc.assert(
    fc.property(times, time => {
      const expected = new Date(time).toISOString()
      expect(isoText(time)).toBe(expected)
      if (isUsualYear(time)) expect(written(time)).toBe(`-${expected}-`)
    }),
    {
      examples: [
        [0],
        [-1],
        [8.64e15],
        [-8.64e15],
        [253402300800000],
        [253402300799999],
        [1644888615001],
        [-62167219200001],
      ],
    },
  )
})

test('days that share a place do not mix', () => {
  const days = [0, 4096, 8192, 0].map(day => day * 86_400_000 + 1)
  expect(days.map(isoText)).toEqual(days.map(day => new Date(day).toISOString()))
  expect(days.map(written)).toEqual(days.map(day => `-${new Date(day).toISOString()}-`))
})
