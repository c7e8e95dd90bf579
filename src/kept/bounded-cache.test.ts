import { expect, test } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'
import { CacheBudget } from './cache-budget.ts'

test('never takes more than its room, however much is put into it', () => {
  const cache = new BoundedCache<{ readonly n: number }>(100_000)
  for (let n = 0; n < 5000; n += 1) {
    // Each is requested twice, so each is eligible to be kept.
    for (const _ of [1, 2]) cache.set(`${n}`.padEnd(n % 300, 'x'), { n }, n % 7000)
    expect(cache.use().bytes).toBeLessThanOrEqual(100_000)
  }
  expect(cache.use().entries).toBeGreaterThan(5)
})

test('what is asked for once pushes nothing out; what is asked for again does', () => {
  const cache = new BoundedCache<{ readonly n: number }>(10_000)
  for (let n = 0; n < 100; n += 1) cache.set(`k${n}`, { n }, 1000)
  const kept = () => Array.from({ length: 100 }, (_, n) => n).filter(n => cache.peek(`k${n}`) !== undefined)
  expect(kept()).toEqual([0, 1, 2, 3, 4, 5, 6])
  cache.set('k50', { n: 50 }, 1000)
  expect(kept()).toEqual([1, 2, 3, 4, 5, 6, 50])
})

test('says of a full cache whether a value would be kept, and counts the question as a request', () => {
  const cache = new BoundedCache<object>(10_000)
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, {}, 2000)
  expect([cache.wants('e', 2000), cache.wants('e', 2000), cache.wants('a', 2000)]).toEqual([false, true, true])
  cache.set('f', {}, 2000)
  expect([cache.peek('a'), cache.peek('f')]).toEqual([{}, undefined])
  expect(new BoundedCache<object>(0).wants('a', 1)).toBe(false)
})

test('a full cache takes over what is asked for again after many others, as when a site begins to ask something new', () => {
  const cache = new BoundedCache<object>(40_000_000)
  const ask = (kind: string, id: number) => {
    const found = cache.get(`${kind}.${id}`) !== undefined
    if (!found) cache.set(`${kind}.${id}`, {}, 4000)
    return found
  }
  const round = (kind: string) => Array.from({ length: 9000 }, (_, id) => ask(kind, id)).filter(Boolean).length
  expect([round('old'), round('old')]).toEqual([0, 9000])
  // Each of the new ones comes back after 8,999 others.
  expect(round('new')).toBe(0)
  round('new')
  expect(round('new')).toBeGreaterThan(7500)
})

test('a value that would take too much is not kept, and without room nothing is', () => {
  const cache = new BoundedCache<object>(10_000)
  cache.set('large', {}, 6000)
  expect(cache.get('large')).toBeUndefined()
  const none = new BoundedCache<object>(0)
  none.set('a', {}, 1)
  expect([none.get('a'), none.use()]).toEqual([undefined, { bytes: 0, entries: 0 }])
})

test('the shares of all caches make up the budget, and their use is added up', () => {
  const budget = new CacheBudget(1_000_000)
  const names = ['bodies', 'plans', 'statements', 'addresses', 'totals', 'columns'] as const
  expect(names.reduce((sum, name) => sum + budget.share(name), 0)).toBe(1_000_000)
  budget.open('statements', 1 / 2).set('a', {}, 100)
  budget.open('statements', 1 / 2).set('b', {}, 200)
  expect(budget.figures().caches).toEqual(new Map([['statements', { bytes: 814, entries: 2 }]]))
})
