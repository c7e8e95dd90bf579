import { expect, test } from 'vitest'
import { SlowReads } from './slow-reads.ts'

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
