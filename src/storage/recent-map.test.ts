import { expect, test } from 'vitest'
import { RecentMap } from './recent-map.ts'

test('forgets what was not used for a while', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('c', 3)
  expect([map.get('a'), map.get('c')]).toEqual([1, 3])
  map.set('d', 4)
  expect(['a', 'b', 'c', 'd'].map(key => map.get(key))).toEqual([1, undefined, 3, 4])
})

test('holds at most twice its size', () => {
  const map = new RecentMap<number, number>(10)
  for (let key = 0; key < 1000; key += 1) map.set(key, key)
  const kept = Array.from({ length: 1000 }, (_, key) => key).filter(key => map.get(key) !== undefined)
  expect(kept.length).toBeGreaterThanOrEqual(10)
  expect(kept.length).toBeLessThanOrEqual(20)
})
