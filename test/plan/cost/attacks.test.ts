/**
 * Queries that were made to hold a server up: they are refused, or run apart and end by the deadline. Meanwhile others are
 * answered as ever.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { BLOG } from '../../docs/run-examples.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { enlargeBlog } from './large-blog.ts'

const DEADLINE = 3000
/** Starting a process, and sending an answer that was in time. */
/** For machines that do much else; what is not ended takes minutes. */
const GRACE = 60_000
const OTHERS_WAIT_AT_MOST = 30_000

const KEYS = [
  'title',
  'slug',
  'summary',
  'kind',
  'readingTime',
  'featured',
  'writtenOn',
  'createdAt',
  'updatedAt',
  'id',
]
const sortKeys = (path: string) => [...KEYS, ...KEYS].map(key => `${path}.${key}`).join()
const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('&')

/** 16 nodes that lead from articles to articles. */
const NODES = times(
  16,
  index => `populate${'[related][populate]'.repeat(index)}[related][sort]=${sortKeys('tags.articles')}`,
)

const ATTACKS: readonly (readonly [name: string, search: string])[] = [
  ['a text with 500 wildcards', `filters[body][$contains]=e${'_'.repeat(500)}z`],
  ['20 related sort keys in each of 17 nodes', `sort=${sortKeys('tags.articles')}&${NODES}`],
  ['30 $or chains through relations to many', times(30, i => `filters[$or][${i}][tags][articles][tags][id]=-${i + 1}`)],
  ['articles of tags of articles of tags', 'populate=tags.articles.tags.articles&pagination[pageSize]=100'],
  ['60 texts with wildcards in long bodies', times(60, i => `filters[$or][${i}][body][$contains]=e__zz${i}`)],
]

describe.each(CLIENTS)('attacks on %s', client => {
  let address: string

  const ask = async (path: string) => {
    const begun = performance.now()
    const response = await fetch(`${address}${path}`)
    const text = await response.text()
    return { status: response.status, text, milliseconds: performance.now() - begun }
  }

  beforeAll(async () => {
    const database = await freshDatabase(client)
    await buildTestApp({ folder: BLOG, database })
    await enlargeBlog(database)
    const limits = { statementTimeout: DEADLINE, queryLength: 64_000 }
    const app = await buildTestApp({ folder: BLOG, database, dialect: 'strapi4', limits })
    address = (await app.listen()).address
    await ask('/api/tags?fields[0]=name')
  })

  test.each(ATTACKS)('%s: refused or run apart', async (_name, search) => {
    let running = true
    const attack = ask(`/api/articles?${search}`).finally(() => {
      running = false
    })
    const waits: number[] = []
    do {
      const others = [await ask('/_health'), await ask('/api/tags?fields[0]=name')]
      expect(others.map(({ status }) => status)).toEqual([204, 200])
      waits.push(...others.map(({ milliseconds }) => milliseconds))
      await sleep(10)
    } while (running)
    const { status, text, milliseconds } = await attack
    if (status !== 200) {
      const setting = /\(setting (limits\.\w+)\)/.exec(JSON.parse(text).error.message)?.[1]
      expect([400, 503], text.slice(0, 200)).toContain(status)
      expect(setting).toBeDefined()
    }
    expect(milliseconds).toBeLessThan(DEADLINE + GRACE)
    expect(Math.max(...waits)).toBeLessThan(OTHERS_WAIT_AT_MOST)
  })
})
