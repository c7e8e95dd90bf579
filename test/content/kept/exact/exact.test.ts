/**
 * Kept answers are exact: with random content types, queries, writes, rights and rules of rows, no answer differs from one
 * that is made afresh. And the test would notice: with one of the parts of the rule left out, it finds a wrong answer.
 *
 * `EXACT_READS=100000` compares so many reads on each database.
 */
import { describe, expect, test } from 'vitest'
import { cleanUp } from '../../../support/clean-up.ts'
import { CLIENTS, type Client } from '../../../support/databases.ts'
import { BREAKS, MORE_BREAKS } from './breaks.ts'
import { ExactWorld } from './exact-world.ts'

const READS = Number(process.env.EXACT_READS ?? 300)
const READS_EACH = Math.min(READS, 1000)
const SEED = Number(process.env.PROPERTY_SEED ?? 1)

describe.each(CLIENTS)('on %s', client => {
  test(
    'no kept answer differs from a fresh one',
    async () => {
      let hits = 0
      const worlds = Math.ceil(READS / READS_EACH)
      for (let number = 0; number < worlds; number += 1) {
        const seed = SEED * 1000 + number
        const world = await ExactWorld.open(client, seed)
        const outcome = await world.run(READS_EACH).finally(() => world.close())
        expect({ seed, mismatch: outcome.mismatch }).toEqual({ seed, mismatch: undefined })
        hits += outcome.hits
      }
      // Otherwise nothing was kept across a write, and nothing was tested.
      expect(hits / (worlds * READS_EACH)).toBeGreaterThan(0.05)
    },
    120_000 + READS * 100,
  )
})

const WORLDS = 6
const READS_UNTIL_CAUGHT = 1000

/** Worlds that are used again. */
const worlds = new Map<number, ExactWorld>()

async function fullWorld(client: Client, seed: number): Promise<ExactWorld> {
  const known = client === 'sqlite' ? worlds.get(seed) : undefined
  if (known !== undefined) return known
  const world = await ExactWorld.open(client, seed, { full: true })
  cleanUp(() => world.close())
  if (client === 'sqlite') worlds.set(seed, world)
  return world
}

test.each(process.env.EXACT_READS === undefined ? BREAKS : [...BREAKS, ...MORE_BREAKS])(
  'without $name, it finds a wrong answer',
  async left => {
    for (let seed = SEED; ; seed += 1) {
      const world = await fullWorld(left.client, seed)
      const { mismatch } = await left.without(() => world.run(READS_UNTIL_CAUGHT, left))
      if (left.client === 'sqlite') await world.forget()
      if (mismatch !== undefined) return
      expect(seed).toBeLessThan(SEED + WORLDS)
    }
  },
  400_000,
)
