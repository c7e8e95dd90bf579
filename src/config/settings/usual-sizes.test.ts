import { expect, test } from 'vitest'
import { usualCacheSize, usualImageMemory } from './usual-sizes.ts'

const GIGABYTE = 2 ** 30
const MEBIBYTE = 2 ** 20

test.each([
  [GIGABYTE / 2, 32],
  [GIGABYTE, 64],
  [4 * GIGABYTE, 64],
  [6 * GIGABYTE, 96],
  [8 * GIGABYTE, 128],
  [16 * GIGABYTE, 256],
  [64 * GIGABYTE, 256],
])('of %i bytes of memory, the caches get %i MiB', (memory, size) => {
  expect(usualCacheSize(memory) / MEBIBYTE).toBe(size)
})

test.each([
  [GIGABYTE / 8, 128],
  [GIGABYTE / 2, 256],
  [GIGABYTE, 512],
  [64 * GIGABYTE, 512],
])('of %i bytes of memory, a file may take %i MiB', (memory, size) => {
  expect(usualImageMemory(memory) / MEBIBYTE).toBe(size)
})
