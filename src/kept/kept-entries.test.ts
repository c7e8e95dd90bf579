import { expect, test } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'
import type { ChangeLog } from './dependencies/change-log.ts'
import type { Dependencies } from './dependencies/dependencies.ts'
import { createKeptEntries, forgetEntry, type HeldEntry, type KeptEntry } from './kept-entries.ts'

const dependencies = { plan: {}, ids: new Float64Array() } as unknown as Dependencies

function entryOf(text: string, asOf = 0): KeptEntry {
  return { bytes: Buffer.from(text), entries: 1, dependencies: () => dependencies, asOf }
}

function keptIn(room: number) {
  const cache = new BoundedCache<HeldEntry>(room, forgetEntry)
  const changes = { now: 0, hasTouched: () => false } as unknown as ChangeLog
  return { cache, kept: createKeptEntries(cache, changes) }
}

test('an entry is found while the cache has it, and no longer', () => {
  const { cache, kept } = keptIn(100_000)
  kept.of('one').set(1, entryOf('a'))
  kept.of('other').set(1, entryOf('b'))
  expect(kept.of('one').get(1)?.bytes.toString()).toBe('a')
  expect(kept.of('other').get(1)?.bytes.toString()).toBe('b')
  expect(kept.of('one').get(2)).toBeUndefined()
  kept.of('one').set(1, entryOf('c', 1))
  kept.of('one').set(1, entryOf('older', 0))
  expect(kept.of('one').get(1)?.bytes.toString()).toBe('c')
  cache.delete('one.1')
  expect(kept.of('one').get(1)).toBeUndefined()
  expect(kept.of('other').get(1)).toBeDefined()
  cache.clear()
  expect(kept.of('other').get(1)).toBeUndefined()
})

test('those that are asked for stay, and others make room', () => {
  const { cache, kept } = keptIn(200_000)
  const entries = kept.of('all')
  const asked = [1, 2, 3]
  for (const id of asked) entries.set(id, entryOf('x'))
  for (let id = 10; id < 2000; id += 1) {
    // What is new is kept at once while there is room, and otherwise when it is wanted again.
    for (const _ of [1, 2]) kept.of('all').set(id, entryOf('x'))
    for (const often of asked) expect(kept.of('all').get(often), `${often} at ${id}`).toBeDefined()
  }
  expect(cache.use().entries).toBeGreaterThan(150)
  const found = Array.from({ length: 2000 }, (_, id) => id).filter(id => kept.of('all').get(id) !== undefined)
  expect(found.length).toBe(cache.use().entries)
})
