import { setTimeout } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'
import { createResponseCache as createOn, type KeptBody, NO_RESPONSES } from './response-cache.ts'

const KB = 1024
const createResponseCache = (room: number) => createOn(new BoundedCache<KeptBody>(room))
const body = (text: string, size = 10 * KB) => Buffer.from(text.padEnd(size, '.'))

test('a body is kept for its version and no other', async () => {
  const cache = createResponseCache(100 * KB)
  const made = await cache.load('a', 3, async () => body('three'))
  expect(cache.get('a', 3)).toBe(made)
  expect(cache.get('a', 2)).toBeUndefined()
  expect(cache.get('a', 3)).toBe(made)
  expect(cache.get('a', 4)).toBeUndefined()
  expect(cache.get('a', 3)).toBeUndefined()
  expect(cache.figures()).toMatchObject({ hits: 2, misses: 3, stale: 2, entries: 0, bytes: 0 })
})

test('a body that was made late does not take the place of a newer one', async () => {
  const cache = createResponseCache(100 * KB)
  let finish = (_made: Buffer) => {}
  const late = cache.load('a', 1, () => new Promise(resolve => (finish = resolve)))
  await cache.load('a', 2, async () => body('two'))
  finish(body('one'))
  expect((await late).plain.toString()).toMatch(/^one/)
  expect(cache.get('a', 2)?.plain.toString()).toMatch(/^two/)
})

test('equal questions at the same time make one read, and a failure is everybody’s but not kept', async () => {
  const cache = createResponseCache(100 * KB)
  let reads = 0
  const read = async () => {
    reads += 1
    await setTimeout(5)
    if (reads === 1) throw new Error('no')
    return body('yes')
  }
  const failed = await Promise.allSettled(Array.from({ length: 100 }, () => cache.load('a', 1, read)))
  expect([reads, new Set(failed.map(({ status }) => status))]).toEqual([1, new Set(['rejected'])])
  const made = await Promise.all(Array.from({ length: 100 }, () => cache.load('a', 1, read)))
  expect([reads, new Set(made).size]).toEqual([2, 1])
})

test('the room is kept to, and a body that would take too much of it is not kept', async () => {
  const cache = createResponseCache(100 * KB)
  for (let index = 0; index < 50; index += 1) await cache.load(`k${index}`, 1, async () => body(String(index)))
  const { bytes, entries } = cache.figures()
  expect(bytes).toBeLessThanOrEqual(100 * KB)
  expect(entries).toBe(9)
  await cache.load('k49', 1, async () => body('49'))
  expect(cache.get('k49', 1)).toBeDefined()
  expect(cache.get('k0', 1)).toBeUndefined()
  expect(cache.figures()).toMatchObject({ entries: 9 })
  await cache.load('large', 1, async () => body('large', 60 * KB))
  expect(cache.get('large', 1)).toBeUndefined()
})

test('once there is no room left, only what is asked for again takes the place of others', async () => {
  const cache = createResponseCache(100 * KB)
  const ask = async (key: string) => cache.get(key, 1) ?? cache.load(key, 1, async () => body(key))
  for (let index = 0; index < 50; index += 1) await ask(`k${index}`)
  const kept = () =>
    Array.from({ length: 50 }, (_, index) => `k${index}`).filter(key => cache.get(key, 1) !== undefined)
  expect(kept()).toEqual(Array.from({ length: 9 }, (_, index) => `k${index}`))
  await ask('k40')
  expect(kept()).toEqual([...Array.from({ length: 8 }, (_, index) => `k${index + 1}`), 'k40'])
})

test('a compressed form is made in the background, and counted', async () => {
  const cache = createResponseCache(100 * KB)
  const made = await cache.load('a', 1, async () => body('text'))
  const { bytes } = cache.figures()
  expect(made.as('br')).toBeUndefined()
  await expect.poll(() => made.as('br')).toBeDefined()
  expect(brotliDecompressSync(made.as('br')!)).toEqual(made.plain)
  expect(cache.figures().bytes).toBe(bytes + made.as('br')!.length)
})

test('without room nothing is kept or shared', async () => {
  const cache = NO_RESPONSES
  let reads = 0
  const read = async () => body(String(reads++))
  await Promise.all([cache.load('a', 1, read), cache.load('a', 1, read)])
  expect([reads, cache.get('a', 1), cache.figures().entries]).toEqual([2, undefined, 0])
})
