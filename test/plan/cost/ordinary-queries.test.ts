/**
 * What people ask is never refused for its estimated cost: the queries of the documentation on a blog with a thousand long
 * articles, those of the benchmark, and all that were recorded from Strapi stay far below the limit.
 */
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { headersOf, loadCases, SECRETS } from '../../conformance/cases.ts'
import { readExamples } from '../../docs/documented-examples.ts'
import { BLOG } from '../../docs/run-examples.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../../support/worlds/conformance-data.ts'
import { costOf, dearestOf } from './cost-of.ts'
import { enlargeBlog } from './large-blog.ts'

const JUDGE = { dialect: 'strapi4', limits: { cost: 1 } } as const

/** The dearest of each kind on either database, in points; the limit is 100,000,000. */
const MOST = { documented: 800_000, benchmark: 20_000, recorded: 20_000 }

const bench = (path: string) => fileURLToPath(new URL(`../../../bench/${path}`, import.meta.url))
const ARTICLES = process.env.COST_SEARCH === undefined ? 1000 : 10_000

async function benchmarkPaths(): Promise<readonly string[]> {
  const { CASE_NAMES, casesOf } = await import(bench('measure/cases.mjs'))
  const cases: readonly { readonly random: readonly string[] }[] = casesOf(CASE_NAMES, ARTICLES)
  return cases.flatMap(({ random }) => random.slice(0, 2))
}

async function fillBenchmark(database: DatabaseConfig): Promise<void> {
  const { contentTables } = await import(bench('content/tables.mjs'))
  const { fillSqlite } = await import(bench('content/fill-sqlite.mjs'))
  const { fillPostgres } = await import(bench('content/fill-postgres.mjs'))
  const tables = contentTables(ARTICLES)
  await (database.client === 'sqlite' ? fillSqlite(database.filename, tables) : fillPostgres(database.url, tables))
}

describe.each(CLIENTS)('ordinary queries on %s', client => {
  describe('on a blog with a thousand long articles', () => {
    let judge: App

    beforeAll(async () => {
      const database = await freshDatabase(client)
      await buildTestApp({ folder: BLOG, database })
      await enlargeBlog(database)
      judge = await buildTestApp({ folder: BLOG, database, ...JUDGE })
    })

    test('the documented ones', async () => {
      const requests = readExamples('query.md').flatMap(({ requests }) => requests)
      const { dearest, count } = await dearestOf(judge, requests)
      expect(count).toBeGreaterThan(100)
      expect(dearest.cost, dearest.url).toBeLessThan(MOST.documented)
    })

    test.each([
      ['articles that share a tag with articles of an author', 'filters[tags][articles][author][name]=x'],
      ['a text in long bodies', 'filters[body][$containsi]=kettle'],
      ['a search', '_q=kettle'],
      ['a hundred with all relations', 'populate=*&pagination[pageSize]=100'],
      ['sorted by related entries', 'sort=tags.name,author.name,related.title'],
    ])('%s', async (_title, search) => {
      const cost = await costOf(judge, { url: `/api/articles?${search}` })
      expect(cost! * 100).toBeLessThan(DEFAULT_LIMITS.cost)
    })
  })

  test(`those of the benchmark with ${ARTICLES} articles`, async () => {
    const database = await freshDatabase(client)
    const folder = bench('project')
    // The rows are written past the journal, which nobody else may have open.
    await (await buildTestApp({ folder, database })).close()
    await fillBenchmark(database)
    const judge = await buildTestApp({ folder, database, ...JUDGE })
    const { dearest, count } = await dearestOf(
      judge,
      (await benchmarkPaths()).map(url => ({ url })),
    )
    expect(count).toBeGreaterThan(10)
    expect(dearest.cost, dearest.url).toBeLessThan((MOST.benchmark * ARTICLES) / 1000)
  })

  test('the recorded ones', async () => {
    const database = await adoptedConformanceDatabase(client)
    const judge = await buildTestApp({ folder: CONFORMANCE_PROJECT, database, ...JUDGE, secrets: SECRETS })
    const cases = loadCases(client)
      // It has a meaning beyond Strapi's, and limits of its own.
      .filter(({ path }) => !path.includes('populate=deep'))
      .map(recorded => ({ url: recorded.path, headers: headersOf(recorded) }))
    const { dearest, count } = await dearestOf(judge, cases)
    expect(count).toBeGreaterThan(1000)
    expect(dearest.cost, dearest.url).toBeLessThan(MOST.recorded)
  })

  test('all of them leave room for an estimate that is wrong by a factor of a hundred', () => {
    expect(Math.max(...Object.values(MOST)) * 100).toBeLessThan(DEFAULT_LIMITS.cost)
  })
})
