import { expect, test } from 'vitest'
import { restartPause } from './restart-pause.ts'

test('a worker is replaced at once, then after pauses that grow up to half a minute', () => {
  const pauses = [0, 1, 2, 3, 8, 9, 10, 2000].map(restartPause)
  expect(pauses).toEqual([0, 100, 200, 400, 12_800, 25_600, 30_000, 30_000])
})
