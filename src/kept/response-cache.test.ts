import { setTimeout } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'
import { ChangeLog, changeOf } from './dependencies/change-log.ts'
import type { Dependencies } from './dependencies/dependencies.ts'
import { packIds } from './dependencies/id-sets.ts'
import { createResponseCache as createOn, type FreshBody, type KeptAnswer, NO_RESPONSES } from './response-cache.ts'

const KB = 1024
const rows = { key: 'id', set: 0, columns: new Set(['title']) }
const plan = { tables: new Map([['articles', { watch: null, rows: [rows] }]]), sets: 1, bytes: 0 }
const holding = (...ids: readonly number[]): Dependencies => ({ plan, ids: packIds([ids]) })

const createResponseCache = (room: number, bodies = true) => {
  const changes = new ChangeLog()
  const cache = createOn({ entries: new BoundedCache<KeptAnswer>(room), changes, bodies })
  const load = (key: string, make: () => Promise<FreshBody>) => cache.load({ ...name(key), conditional: true }, make)
  return { ...cache, changes, load }
}
const name = (key: string) => ({ key, tables: ['articles'] })
const body = (text: string, size = 10 * KB): FreshBody => ({
  plain: Buffer.from(text.padEnd(size, '.')),
  dependencies: () => [holding(1, 2)],
})
const update = (id: number, column = 'title') =>
  [{ table: 'articles', kind: 'update', columns: [column], keys: { id: [id] } }] as const

test('an answer is kept until a change touches it', async () => {
  const cache = createResponseCache(100 * KB)
  const made = await cache.load('a', async () => body('three'))
  expect(cache.get('a')).toMatchObject(made)
  cache.changes.changed(update(3))
  cache.changes.changed(update(1, 'views'))
  cache.changes.changed(changeOf(['authors']))
  expect(cache.get('a')).toMatchObject(made)
  cache.changes.changed(update(2))
  expect(cache.get('a')).toBeUndefined()
  expect(cache.get('a')).toBeUndefined()
  expect(cache.figures()).toMatchObject({ hits: 2, misses: 2, stale: 1, entries: 0, bytes: 0 })
})

test('an answer that was made late does not take the place of a newer one', async () => {
  const cache = createResponseCache(100 * KB)
  let finish = (_made: FreshBody) => {}
  const late = cache.load('a', () => new Promise(resolve => (finish = resolve)))
  cache.changes.changed(update(1))
  await cache.load('a', async () => body('two'))
  finish(body('one'))
  expect((await late).body.plain.toString()).toMatch(/^one/)
  expect(cache.get('a')?.body?.plain.toString()).toMatch(/^two/)
})

test('a change while an answer is made counts', async () => {
  const cache = createResponseCache(100 * KB)
  await cache.load('a', async () => {
    cache.changes.changed(update(1))
    return body('before or after')
  })
  expect(cache.get('a')).toBeUndefined()
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
  const failed = await Promise.allSettled(Array.from({ length: 100 }, () => cache.load('a', read)))
  expect([reads, new Set(failed.map(({ status }) => status))]).toEqual([1, new Set(['rejected'])])
  const made = await Promise.all(Array.from({ length: 100 }, () => cache.load('a', read)))
  expect([reads, new Set(made).size]).toEqual([2, 1])
})

test('the room is kept to, and a body that would take too much of it is not kept', async () => {
  const cache = createResponseCache(100 * KB)
  for (let index = 0; index < 50; index += 1) await cache.load(`k${index}`, async () => body(String(index)))
  const { bytes, entries } = cache.figures()
  expect(bytes).toBeLessThanOrEqual(100 * KB)
  expect(entries).toBe(8)
  await cache.load('k49', async () => body('49'))
  expect(cache.get('k49')).toBeDefined()
  expect(cache.get('k0')).toBeUndefined()
  expect(cache.figures()).toMatchObject({ entries: 8 })
  await cache.load('large', async () => body('large', 60 * KB))
  expect(cache.get('large')).toBeUndefined()
})

test('once there is no room left, only what is asked for again takes the place of others', async () => {
  const cache = createResponseCache(100 * KB)
  const ask = async (key: string) => cache.get(key) ?? cache.load(key, async () => body(key))
  for (let index = 0; index < 50; index += 1) await ask(`k${index}`)
  const kept = () => Array.from({ length: 50 }, (_, index) => `k${index}`).filter(key => cache.get(key) !== undefined)
  expect(kept()).toEqual(Array.from({ length: 8 }, (_, index) => `k${index}`))
  await ask('k40')
  expect(kept()).toEqual([...Array.from({ length: 7 }, (_, index) => `k${index + 1}`), 'k40'])
})

test('ids take room, too', async () => {
  const cache = createResponseCache(1000 * KB)
  const many = Array.from({ length: 10_000 }, (_, index) => index)
  await cache.load('a', async () => ({ ...body('text', 100), dependencies: () => [holding(...many)] }))
  expect(cache.figures().bytes).toBeGreaterThan(40_000)
  expect(cache.figures().bytes).toBeLessThan(43_000)
})

test('a compressed form is made in the background, and counted', async () => {
  const cache = createResponseCache(100 * KB)
  const { body: made } = await cache.load('a', async () => body('text'))
  const { bytes } = cache.figures()
  expect(made.as('br')).toBeUndefined()
  await expect.poll(() => made.as('br')).toBeDefined()
  expect(brotliDecompressSync(made.as('br')!)).toEqual(made.plain)
  expect(cache.figures().bytes).toBe(bytes + made.as('br')!.length)
})

test('without bodies, tags are kept', async () => {
  const cache = createResponseCache(100 * KB, false)
  const { tag } = await cache.load('a', async () => body('text'))
  expect(cache.get('a')).toMatchObject({ tag, body: undefined })
  expect(cache.figures().bytes).toBeLessThan(2 * KB)
})

test('without room nothing is kept or shared', async () => {
  const cache = NO_RESPONSES
  let reads = 0
  const read = async () => body(String(reads++))
  await Promise.all([cache.load(name('a'), read), cache.load(name('a'), read)])
  expect([reads, cache.get('a'), cache.figures().entries]).toEqual([2, undefined, 0])
})
