import { expect, test } from 'vitest'
import { isLarge } from './is-large.ts'

const GIGABYTE = 2 ** 30

test.each([
  [GIGABYTE / 2, 4000, 2300, false],
  [GIGABYTE / 2, 4000, 2500, true],
  [GIGABYTE, 6000, 3000, false],
  [GIGABYTE, 6000, 4000, true],
  [64 * GIGABYTE, 5000, 5000, false],
  [64 * GIGABYTE, 5001, 5000, true],
])('with %i bytes of memory, whether %i x %i pixels are many: %s', (memory, width, height, large) => {
  expect(isLarge({ width, height }, memory)).toBe(large)
})
