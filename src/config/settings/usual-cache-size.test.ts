import { expect, test } from 'vitest'
import { usualCacheSize } from './usual-cache-size.ts'

const GIGABYTE = 2 ** 30
const MEBIBYTE = 2 ** 20

test.each([
  [GIGABYTE / 2, 64],
  [4 * GIGABYTE, 64],
  [6 * GIGABYTE, 96],
  [8 * GIGABYTE, 128],
  [16 * GIGABYTE, 256],
  [64 * GIGABYTE, 256],
])('of %i bytes of memory, the caches get %i MiB', (memory, size) => {
  expect(usualCacheSize(memory) / MEBIBYTE).toBe(size)
})
