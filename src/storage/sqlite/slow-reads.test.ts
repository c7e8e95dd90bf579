import { expect, test } from 'vitest'
import { measure, SlowReads } from './slow-reads.ts'

test('remembers what was slow until it was quick as often as it took milliseconds', () => {
  const slow = new SlowReads()
  slow.ran('a', 3)
  expect(slow.has('a')).toBe(false)
  slow.ran('a', 60)
  expect([slow.has('a'), slow.has('b')]).toEqual([true, false])
  for (let run = 0; run < 59; run += 1) slow.ran('a', 3)
  expect(slow.has('a')).toBe(true)
  slow.ran('a', 3)
  expect(slow.has('a')).toBe(false)
})

test('time in which others had the processor does not count', () => {
  const waited = measure()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 80)
  expect(waited()).toBeLessThan(50)
  const worked = measure()
  const { user } = process.cpuUsage()
  while (process.cpuUsage().user - user < 60_000);
  expect(worked()).toBeGreaterThanOrEqual(50)
})
