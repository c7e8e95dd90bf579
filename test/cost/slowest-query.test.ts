/**
 * Looks for the slowest query that is accepted, on a blog with a thousand long articles. What the cost model calls dear must be
 * slow, and nothing that it lets through may be much slower than a query of a known cost in the same run.
 *
 * `COST_SEARCH=500 npx vitest run test/cost/slowest-query` looks longer; `COST_SEED` repeats a run.
 */
import { performance } from 'node:perf_hooks'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { BLOG } from '../docs/run-examples.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { enlargeBlog, numbers } from './large-blog.ts'

const TRIES = Number(process.env.COST_SEARCH ?? 16)
const SEED = Number(process.env.COST_SEED ?? 20)
const LONG = 30 * 60_000

/** Half of what is allowed, and all of it work that the model knows well. */
const REFERENCE = 'filters[tags][articles][title]=x&fields[0]=id'
/** How many times slower than the reference the worst accepted query may be. */
const MOST_TIMES_SLOWER = 6

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

function mutated(draft: Draft, next: Next): Draft {
  const fresh = [next(PARTS.length), 1 + next(1_000_000)] as const
  if (draft.length > 1 && next(4) === 0) return draft.filter((_, index) => index !== 0)
  return [...draft, fresh]
}

interface Tried {
  readonly text: string
  readonly cost: number
  readonly time: number
}

describe.each(CLIENTS)('the slowest accepted query on %s', client => {
  let app: App
  let judge: App

  beforeAll(async () => {
    const database = await freshDatabase(client)
    const input = { folder: BLOG, database, dialect: 'strapi4', cache: { responses: false, totals: false } } as const
    await buildTestApp(input)
    await enlargeBlog(database)
    app = await buildTestApp(input)
    // Its messages tell the figures.
    judge = await buildTestApp({ ...input, limits: { cost: 1 } })
  }, 120_000)

  const costOf = async (text: string) =>
    Number(/would cost (\d+) points/.exec((await judge.inject(`/api/articles?${text}`)).payload)?.[1] ?? Number.NaN)

  const timeOf = async (text: string) => {
    const start = performance.now()
    const { statusCode } = await app.inject(`/api/articles?${text}`)
    expect([200, 400]).toContain(statusCode)
    return { time: performance.now() - start, refused: statusCode === 400 }
  }

  test(
    `stays near its cost (seed ${SEED}, ${TRIES} tries)`,
    async () => {
      const next = numbers(SEED)
      await timeOf('populate=*')
      const reference: Tried = { text: REFERENCE, cost: await costOf(REFERENCE), time: (await timeOf(REFERENCE)).time }
      const tried: Tried[] = [reference]
      let best: { readonly draft: Draft; readonly time: number } = { draft: [], time: 0 }
      for (let index = 0; index < TRIES; index += 1) {
        const draft = mutated(index % 4 === 3 ? [] : best.draft, next)
        const text = textOf(draft)
        const cost = await costOf(text)
        const { time, refused } = await timeOf(text)
        if (refused || Number.isNaN(cost)) continue
        tried.push({ text, cost, time })
        if (time > best.time) best = { draft, time }
      }
      const worst = tried.reduce((a, b) => (b.time > a.time ? b : a))
      expect(worst.time / reference.time, `${worst.cost} points: ${worst.text}`).toBeLessThan(MOST_TIMES_SLOWER)
      expect(rankCorrelation(tried)).toBeGreaterThan(0.4)
    },
    LONG,
  )

  test.each([
    ['a text with 500 wildcards', `filters[body][$contains]=e${'_'.repeat(500)}z`, 'limits.patternLength'],
    [
      '60 texts in long bodies with wildcards',
      times(60, index => `filters[$or][${index}][body][$contains]=e__zz`),
      'limits.cost',
    ],
    [
      '30 $or chains through relations to many',
      times(30, index => `filters[$or][${index}][tags][articles][tags][id]=-1`),
      'limits.cost',
    ],
    [
      'related sort keys in many nodes',
      `sort=tags.articles.title,tags.articles.slug,tags.articles.summary,tags.articles.kind&${times(4, index => `populate[${['related', 'tags', 'author', 'category'][index]}][sort]=articles.title`).replace('populate[related][sort]=articles.title', 'populate[related][sort]=tags.articles.title')}`,
      'limits.cost',
    ],
    [
      'articles of tags of articles of tags',
      'populate=tags.articles.tags.articles&pagination[pageSize]=100',
      'limits.answer',
    ],
  ])('%s: refused, and at little cost', async (_title, text, setting) => {
    const { time: reference } = await timeOf(REFERENCE)
    const start = performance.now()
    const answer = await app.inject(`/api/articles?${text}`)
    expect(answer.statusCode, answer.payload.slice(0, 200)).toBe(400)
    expect(answer.json().error.message).toContain(setting)
    expect((performance.now() - start) / reference).toBeLessThan(2)
  })
})

function times(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('&')
}

/** Spearman's: 1 where the dearer is always the slower. */
function rankCorrelation(tried: readonly Tried[]): number {
  const rank = (key: 'cost' | 'time') => {
    const sorted = [...tried].sort((a, b) => a[key] - b[key])
    return new Map(sorted.map((item, index) => [item, index]))
  }
  const [costs, slowness] = [rank('cost'), rank('time')]
  const squares = tried.reduce((sum, item) => sum + (costs.get(item)! - slowness.get(item)!) ** 2, 0)
  const count = tried.length
  return count < 3 ? 1 : 1 - (6 * squares) / (count * (count ** 2 - 1))
}
