/**
 * Kept answers are exact: with random content types, queries and writes, no answer differs from one that is made afresh.
 * And the test would notice: with any part of the rule left out, it finds a wrong answer.
 *
 * `EXACT_READS=100000` compares so many reads on each database.
 */
import { describe, expect, test } from 'vitest'
import { ChangeLog } from '../../../../src/dependencies/change-log.ts'
import type { Dependencies, RowWatch, TableDependency, Watch } from '../../../../src/dependencies/dependencies.ts'
import { CLIENTS } from '../../../support/databases.ts'
import { ExactWorld } from './exact-world.ts'

const READS = Number(process.env.EXACT_READS ?? 600)
const READS_EACH = Math.min(READS / 2, 1000)
const SEED = Number(process.env.PROPERTY_SEED ?? 1)
const READS_PER_WRITE = 10

describe.each(CLIENTS)('on %s', client => {
  test(
    'no kept answer differs from a fresh one',
    async () => {
      let hits = 0
      const worlds = Math.ceil(READS / READS_EACH)
      for (let number = 0; number < worlds; number += 1) {
        const seed = SEED * 1000 + number
        const world = await ExactWorld.open(client, seed)
        const outcome = await world.run(READS_EACH, READS_PER_WRITE)
        expect({ seed, mismatch: outcome.mismatch }).toEqual({ seed, mismatch: undefined })
        hits += outcome.hits
      }
      // Otherwise nothing was kept across a write, and nothing was tested.
      expect(hits / (worlds * READS_EACH)).toBeGreaterThan(0.2)
    },
    120_000 + READS * 100,
  )
})

/** Parts of the rule, each with what is left of a dependency without it. */
const BREAKS: readonly (readonly [string, (dependency: TableDependency) => TableDependency])[] = [
  ['rows that are shown', withRows(({ key }) => key !== 'id')],
  ['links of owners', withRows(({ key }) => key === 'id')],
  ['new rows', withWatch(watch => ({ ...watch, inserts: false }))],
  ['deleted rows', withWatch(watch => ({ ...watch, deletes: false }))],
  ['columns of filters and sorts', withWatch(watch => (watch.columns === 'any' ? watch : { ...watch, columns: NONE }))],
  ['links in filters and sorts', withWatch(watch => (watch.columns === 'any' ? { ...watch, columns: NONE } : watch))],
]

const NONE: ReadonlySet<string> = new Set()

function withRows(keeps: (row: RowWatch) => boolean) {
  return ({ watch, rows }: TableDependency): TableDependency => ({ watch, rows: rows.filter(keeps) })
}

function withWatch(weaker: (watch: Watch) => Watch) {
  return ({ watch, rows }: TableDependency): TableDependency => ({ watch: watch && weaker(watch), rows })
}

test.each(BREAKS)(
  'without %s, it finds a wrong answer',
  async (_name, weaken) => {
    const { hasTouched } = ChangeLog.prototype
    ChangeLog.prototype.hasTouched = function ({ plan, ids }: Dependencies, since: number) {
      const tables = new Map([...plan.tables].map(([table, dependency]) => [table, weaken(dependency)]))
      return hasTouched.call(this, { plan: { ...plan, tables }, ids }, since)
    }
    try {
      for (let seed = SEED; ; seed += 1) {
        const { mismatch } = await (await ExactWorld.open('sqlite', seed)).run(1500, READS_PER_WRITE)
        if (mismatch !== undefined) return
        expect(seed).toBeLessThan(SEED + 5)
      }
    } finally {
      ChangeLog.prototype.hasTouched = hasTouched
    }
  },
  180_000,
)
