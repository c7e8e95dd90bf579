/**
 * What was computed from a list changes with the entries that servers write, and is not computed again where changes tell enough. It never
 * differs from what a server that keeps nothing computes.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { foreign } from '../../support/foreign-rows.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../../support/worlds/world.ts'
import { Random } from './exact/random.ts'

const ALL = 'publicationState=preview'
const QUESTIONS: Readonly<Record<string, string>> = {
  published: 'count',
  all: `count&${ALL}`,
  guides: `count&filters[kind]=guide&${ALL}`,
  kinds: `count&groupBy[]=kind&${ALL}`,
  'kinds by number': `count&groupBy[]=kind&sort=count:desc&${ALL}`,
  'kinds and flags': `count&groupBy[0]=kind&groupBy[1]=featured&${ALL}`,
  ranks: `sum[]=rank&avg[]=rank&min[]=rank&max[]=rank&${ALL}`,
  'ranks of kinds': `count&sum[]=rank&groupBy[]=kind&sort=sum.rank:desc&${ALL}`,
}

/** Questions that are always left to the database. */
const OTHERS: Readonly<Record<string, string>> = {
  'one of the kinds': `count&groupBy[]=kind&pagination[pageSize]=1&${ALL}`,
  'large kinds': `count&groupBy[]=kind&having[count][$gt]=2&${ALL}`,
  titles: `count&groupBy[]=title&${ALL}`,
  'different kinds': `countDistinct[]=kind&${ALL}`,
  scores: `sum[]=score&${ALL}`,
}

describe.each(CLIENTS)('on %s', client => {
  let app: App
  let other: App
  let plain: App
  let computed = 0
  let database: DatabaseConfig

  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object, server = app) => {
    const payload = data === undefined ? {} : { payload: { data } }
    const headers = await headersOf('full-access')
    const answer = await server.inject({ method, url: `/api/articles${path}`, headers, ...payload })
    expect(answer.statusCode, answer.payload).toBe(200)
    return answer.json<{ data: { id: number } }>().data.id
  }
  const answersOf = async (server: App, questions: typeof QUESTIONS) => {
    const headers = await headersOf('full-access')
    const found: Record<string, unknown> = {}
    for (const [name, query] of Object.entries(questions)) {
      const answer = await server.inject({ url: `/api/articles/aggregate?${query}`, headers })
      expect(answer.statusCode, answer.payload).toBe(200)
      found[name] = answer.json()
    }
    return found
  }
  /** How many of the questions were computed again. */
  const check = async (server: App, questions = QUESTIONS) => {
    const expected = await answersOf(plain, questions)
    computed = 0
    expect(await answersOf(server, questions)).toEqual(expected)
    return computed
  }

  beforeAll(async () => {
    database = await worldDatabase(client)
    const onStatement = ({ text }: { text: string }) => {
      if (text.includes('count(*) as "n0"')) computed += 1
    }
    const options = { folder: WORLD, database, secrets: WORLD_SECRETS, dialect: 'strapi4', onStatement } as const
    app = await buildTestApp({ ...options, cache: { responses: true, totals: true } })
    other = await buildTestApp({ ...options, cache: { responses: true, totals: true } })
    plain = await buildTestApp({ ...options, cache: { size: 0, responses: false, totals: false } })
    for (const kind of ['news', 'news', 'news', 'guide', 'guide', null])
      for (const featured of [true, false, null])
        await send('POST', '', { title: 'One more', kind, featured, rank: 50 })
    for (const rank of [-1000, 1000]) await send('POST', '', { title: 'Far', kind: 'news', rank })
    await check(app)
    await check(other)
  })

  let id = 0
  test('a new entry', async () => {
    id = await send('POST', '', { title: 'New', kind: 'guide', featured: true, rank: 7 })
    expect(await check(app)).toBe(0)
    expect(await check(other)).toBe(2)
  })

  test('an entry with another value, or that is published, or deleted', async () => {
    await send('PUT', `/${id}`, { rank: 12 })
    expect(await check(app)).toBe(0)
    await send('PUT', `/${id}`, { featured: false, rank: null })
    expect(await check(app)).toBe(0)
    await send('PUT', `/${id}`, { publishedAt: null, rank: 3 })
    expect(await check(app)).toBe(0)
    await send('PUT', `/${id}`, { title: 'Other' })
    expect(await check(app)).toBe(0)
    await send('DELETE', `/${id}`)
    expect(await check(app)).toBe(0)
  })

  test('several writes before the question is asked again', async () => {
    const ids = []
    for (const rank of [1, 2, 3])
      ids.push(await send('POST', '', { title: 'Several', kind: 'news', featured: true, rank }))
    await send('PUT', `/${ids[0]}`, { rank: 4 })
    await send('DELETE', `/${ids[1]}`)
    expect(await check(app)).toBe(0)
  })

  test('a lowest value that goes is looked for', async () => {
    const lowest = await send('POST', '', { title: 'Lowest', kind: 'news', featured: true, rank: -5000 })
    expect(await check(app)).toBe(0)
    await send('DELETE', `/${lowest}`)
    expect(await check(app)).toBe(1)
  })

  test('whatever the changes do not tell is computed', async () => {
    await check(app, OTHERS)
    await send('POST', '', { title: 'Last', kind: 'guide', featured: true, score: 1.5 })
    expect(await check(app, OTHERS)).toBe(Object.keys(OTHERS).length)
  })

  test('random writes of two servers', async () => {
    const random = new Random(1)
    const ids: number[] = []
    const values = () => ({
      ...(random.chance(0.7) ? { kind: random.pick(['news', 'guide', null]) } : {}),
      ...(random.chance(0.7) ? { featured: random.pick([true, false, null]) } : {}),
      ...(random.chance(0.7) ? { rank: random.pick([null, 0, -3, 40, 1001]) } : {}),
      ...(random.chance(0.3) ? { publishedAt: random.pick([null, '2026-01-01T00:00:00.000Z']) } : {}),
    })
    let again = 0
    const rounds = 60
    for (let round = 0; round < rounds; round += 1) {
      const server = random.chance(0.7) ? app : other
      const known = random.pick([undefined, ...ids])
      if (known === undefined) ids.push(await send('POST', '', { title: `Random ${round}`, ...values() }, server))
      else if (random.chance(0.8)) await send('PUT', `/${known}`, values(), server)
      else {
        ids.splice(ids.indexOf(known), 1)
        await send('DELETE', `/${known}`, undefined, server)
      }
      again += (await check(app)) + (await check(other))
    }
    expect(again).toBeLessThan(rounds * 2 * Object.keys(QUESTIONS).length * 0.6)
  })

  test('what other programs write is computed', async () => {
    const cache = { responses: true, totals: true, announcedOnly: false }
    const alert = await buildTestApp({ folder: WORLD, database, secrets: WORLD_SECRETS, dialect: 'strapi4', cache })
    await check(alert)
    await foreign(database, "update articles set kind = 'guide' where title = 'One more' and kind = 'news'")
    await check(alert)
  })
})
