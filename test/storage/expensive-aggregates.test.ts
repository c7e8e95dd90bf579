/** Aggregates that are expected to take long: on SQLite, a process of their own computes them. The answers are the same. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { WORLD, worldDatabase } from '../support/worlds/world.ts'

const QUERIES = [
  'count',
  'count&sum[]=views&avg[]=views&min[]=views&max[]=views',
  'sum[]=price&avg[]=price&sum[]=score&avg[]=score&countDistinct[]=kind',
  'min[]=day&max[]=clock&min[]=happenedAt&max[]=stampedAt',
  'count&groupBy[]=author.name&groupBy[]=featured&sum[]=rank&sort=count:desc',
  'count&groupBy[]=createdAt:month&groupBy[]=views&pagination[pageSize]=3',
  'count&groupBy[]=kind&filters[tags][name]=sea&having[count][$gt]=0',
]

const readersOf = (filename: string) =>
  spawnSync('pgrep', ['-f', `reader-process.*${filename}`], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')

test.each(CLIENTS)('have the same answers on %s', async client => {
  const database = await worldDatabase(client, {
    grants: [{ role: 'public', type: 'article', actions: ['aggregate'] }],
  })
  const cheap = await buildTestApp({ folder: WORLD, database })
  const expensive = await buildTestApp({ folder: WORLD, database, limits: { expensiveCost: 1, expensiveQueries: 1 } })
  for (const query of QUERIES) {
    const url = `/api/articles/aggregate?${query}`
    const [one, other] = [await cheap.inject(url), await expensive.inject(url)]
    expect(one.statusCode, `${url} ${one.body}`).toBe(200)
    expect([other.statusCode, other.body]).toEqual([200, one.body])
  }
  if (database.client === 'sqlite') expect(readersOf(database.filename)).toEqual([expect.stringMatching(/^\d+$/)])
})
