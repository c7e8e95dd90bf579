import { expect, test } from 'vitest'
import { PreparedTexts } from './prepared-texts.ts'

function asked(texts: PreparedTexts, count: number, prefix: string): number {
  return Array.from({ length: count }, (_, n) => texts.admits(`${prefix}${n}`)).filter(Boolean).length
}

test('prepares everything at first, then what comes twice, then nothing new', () => {
  const texts = new PreparedTexts({ period: 1000, clock: () => 0 })
  expect(asked(texts, 500, 'a')).toBe(500)
  expect(asked(texts, 10, 'b')).toBe(0)
  expect(asked(texts, 10, 'b')).toBe(10)
  for (let round = 0; round < 2; round += 1) asked(texts, 900, 'c')
  expect(asked(texts, 10, 'd') + asked(texts, 10, 'd')).toBe(0)
  expect(asked(texts, 500, 'a')).toBe(500)
})

test('begins again after its period', () => {
  let now = 0
  const texts = new PreparedTexts({ period: 1000, clock: () => now })
  asked(texts, 500, 'a')
  expect(texts.admits('b')).toBe(false)
  now = 1000
  expect(texts.admits('c')).toBe(true)
})

test('keeps to its room, counted for all connections', () => {
  const texts = new PreparedTexts({ period: 1000, connections: 9, room: 1_000_000, clock: () => 0 })
  const long = 'x'.repeat(9500)
  for (let round = 0; round < 3; round += 1) asked(texts, 100, long)
  expect(texts.use().entries).toBe(9)
  expect(texts.use().bytes).toBeLessThanOrEqual(1_000_000)
})
