import { expect, test } from 'vitest'
import { roundToHundredths } from './round-to-hundredths.ts'

test.each([
  [-1.005, -1.01],
  [1.005, 1.01],
  [1.004, 1],
  [2.675, 2.68],
  [0.994999, 0.99],
  [12.25, 12.25],
  [7, 7],
  [0, 0],
  [-0.004, 0],
  [1e-9, 0],
  [99999999.99, 99999999.99],
  [99999999.994, 99999999.99],
])('%s is %s', (given, rounded) => {
  expect(roundToHundredths(given)).toBe(rounded)
})
