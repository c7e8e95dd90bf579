/**
 * Looks for the accepted query that takes longest for its cost, on a blog with a thousand long articles. No query may take ten times
 * as long as its figure says, compared with queries whose work the model knows well, in the same run.
 *
 * `COST_SEARCH=500 npx vitest run test/plan/cost/slowest-query` looks longer; `COST_SEED` repeats a run.
 */
import { performance } from 'node:perf_hooks'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { BLOG } from '../../docs/run-examples.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { costOf } from './cost-of.ts'
import { enlargeBlog, numbers } from './large-blog.ts'

const TRIES = Number(process.env.COST_SEARCH ?? 10)
const SEED = Number(process.env.COST_SEED ?? 20)
const LONG = 30 * 60_000

/** Plain work of three kinds. */
const REFERENCES = [
  'filters[body][$contains]=kitchen&fields[0]=id',
  'sort=author.articles.title&fields[0]=id',
  'populate=related.related&pagination[pageSize]=50',
]
const MOST_TIMES_SLOWER = 10
/** What is measured below this is mostly the way to the database and back, in points. */
const LEAST_COST = 20_000
/** Longer queries than this many points add nothing but waiting. */
const MOST_COST = process.env.COST_SEARCH === undefined ? 1_500_000 : DEFAULT_LIMITS.cost / 20

type Next = (most: number) => number

const HOPS = [
  'tags][articles',
  'author][articles',
  'related][related',
  'category][articles',
  'tags',
  'author',
  'related',
]
const PATHS = [
  'tags.name',
  'author.name',
  'related.title',
  'tags.articles.title',
  'author.articles.slug',
  'related.related.title',
  'category.articles.title',
]
const NODES = ['tags', 'related', 'author', 'tags.articles', 'author.articles', 'related.related', 'related.tags']

/** Parts that may be repeated and combined; each makes a query dearer in its own way. */
const PARTS: readonly ((next: Next, index: number) => string)[] = [
  (next, index) => `filters[$or][${index}][${HOPS[next(HOPS.length)]}][id]=-${1 + next(99)}`,
  (next, index) => `filters[$or][${index}][body][$contains]=e${'_'.repeat(next(11))}zz`,
  (next, index) => `sort[${index}]=${PATHS[next(PATHS.length)]}`,
  (next, index) => `populate[${index}]=${NODES[next(NODES.length)]}`,
  next => `pagination[pageSize]=${1 + next(100)}`,
  () => '_q=kettle',
  () => 'fields[0]=title',
]

type Draft = readonly (readonly [part: number, seed: number])[]

const textOf = (draft: Draft) => draft.map(([part, seed], index) => PARTS[part]!(numbers(seed), index)).join('&')

const freshParts = (count: number, next: Next): Draft =>
  Array.from({ length: count }, () => [next(PARTS.length), 1 + next(1_000_000)] as const)

function mutated(draft: Draft, next: Next): Draft {
  if (draft.length === 0) return freshParts(3 + next(4), next)
  if (draft.length > 2 && next(4) === 0) return draft.slice(1)
  return [...draft, ...freshParts(1 + next(3), next)]
}

interface Tried {
  readonly text: string
  readonly cost: number
  /** Milliseconds for each million points. */
  readonly pace: number
}

describe.each(CLIENTS)('the slowest accepted query on %s', client => {
  let app: App
  let judge: App

  beforeAll(async () => {
    const database = await freshDatabase(client)
    const input = { folder: BLOG, database, dialect: 'strapi4', cache: { responses: false, totals: false } } as const
    await buildTestApp(input)
    await enlargeBlog(database)
    app = await buildTestApp({ ...input, limits: { statementTimeout: 60_000, expensiveCost: 0 } })
    judge = await buildTestApp({ ...input, limits: { cost: 1 } })
  })

  const timeOf = async (text: string) => {
    const start = performance.now()
    const { statusCode } = await app.inject(`/api/articles?${text}`)
    // Also what is refused on the way, as its answer is too long, has taken its time.
    expect([200, 400]).toContain(statusCode)
    return performance.now() - start
  }
  const paceOf = async (text: string, cost: number) => (1e6 * (await timeOf(text))) / cost

  /** `undefined` for what is refused, and for what is too cheap or too dear to measure. */
  const tryOut = async (text: string, allowed: number): Promise<Tried | undefined> => {
    const cost = await costOf(judge, { url: `/api/articles?${text}` })
    if (cost === undefined || cost < LEAST_COST || cost > MOST_COST) return undefined
    let pace = await paceOf(text, cost)
    // A busy machine makes anything slow once; what is slow each time is slow.
    for (let again = 0; again < 4 && pace > allowed; again += 1) pace = Math.min(pace, await paceOf(text, cost))
    return { text, cost, pace }
  }

  /** The median of what plain work takes. */
  const usualPace = async () => {
    const paces: number[] = []
    for (const text of [...REFERENCES, ...REFERENCES]) paces.push((await tryOut(text, Number.POSITIVE_INFINITY))!.pace)
    return paces.sort((a, b) => a - b)[Math.floor(paces.length / 2)]!
  }

  test(
    `takes about what it costs (seed ${SEED}, ${TRIES} tries)`,
    async () => {
      const next = numbers(SEED)
      for (const text of REFERENCES) await timeOf(text)
      const usual = await usualPace()
      let worst: Tried = { text: '', cost: 1, pace: 0 }
      let best: Draft = []
      for (let index = 0; index < TRIES; index += 1) {
        const draft = mutated(index % 4 === 3 ? [] : best, next)
        const tried = await tryOut(textOf(draft), usual * MOST_TIMES_SLOWER)
        if (tried === undefined) continue
        if (tried.pace > worst.pace) {
          worst = tried
          best = draft
        }
      }
      const times = worst.pace / usual
      if (process.env.COST_SEARCH !== undefined)
        console.log(
          `COST_SEED=${SEED} ${client}: ${times.toFixed(1)} times its cost, ${worst.cost} points: ${worst.text}`,
        )
      // Times are compared where nothing else runs.
      if (process.env.COST_SEARCH !== undefined)
        expect(times, `${worst.cost} points: ${worst.text}`).toBeLessThan(MOST_TIMES_SLOWER)
      expect(worst.text).not.toBe('')
    },
    LONG,
  )
})
