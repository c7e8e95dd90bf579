/** A kept total changes with the entries that servers write, and is not counted again. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import type { DatabaseConfig } from '../../../src/config/config.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { foreign } from '../../support/foreign-rows.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../../support/worlds/world.ts'

const LISTS = {
  published: '',
  all: 'publicationState=preview',
  guides: 'filters[kind]=guide&publicationState=preview',
  'guides or drafts':
    'filters[$or][0][kind][$in]=guide&filters[$or][1][publishedAt][$null]=true&publicationState=preview',
} as const

type Totals = Readonly<Record<keyof typeof LISTS, number>>

describe.each(CLIENTS)('on %s', client => {
  let app: App
  let other: App
  let counted = 0
  let database: DatabaseConfig
  let open: (cache: object) => Promise<App>

  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object) => {
    const payload = data === undefined ? {} : { payload: { data } }
    const headers = await headersOf('full-access')
    const answer = await app.inject({ method, url: `/api/articles${path}`, headers, ...payload })
    expect(answer.statusCode, answer.payload).toBe(200)
    return answer.json<{ data: { id: number } }>().data.id
  }
  /** Of pages that are full, so that their totals take a statement. */
  const totalsOf = async (server: App): Promise<Totals> => {
    const headers = await headersOf('full-access')
    const found = Object.entries(LISTS).map(async ([name, query]) => {
      const { meta } = (
        await server.inject({ url: `/api/articles?fields[0]=title&pagination[pageSize]=1&${query}`, headers })
      ).json<{ meta: { pagination: { total: number } } }>()
      return [name, meta.pagination.total]
    })
    return Object.fromEntries(await Promise.all(found)) as Totals
  }
  const by = (totals: Totals, more: Partial<Totals>): Totals =>
    Object.fromEntries(
      Object.entries(totals).map(([name, total]) => [name, total + (more[name as keyof Totals] ?? 0)]),
    ) as Totals

  let before: Totals
  const expectGrowth = async (more: Partial<Totals>) => {
    before = by(before, more)
    counted = 0
    expect(await totalsOf(app)).toEqual(before)
    expect(await totalsOf(other)).toEqual(before)
    expect(counted).toBe(0)
  }

  beforeAll(async () => {
    database = await worldDatabase(client)
    const onStatement = ({ text }: { text: string }) => {
      if (text.includes('count(*), cast(null as text)')) counted += 1
    }
    const options = { folder: WORLD, database, secrets: WORLD_SECRETS, dialect: 'strapi4', onStatement } as const
    open = cache => buildTestApp({ ...options, cache: { responses: true, totals: true, ...cache } })
    app = await open({})
    other = await open({})
    for (const kind of ['guide', 'guide', 'news']) await send('POST', '', { title: 'One more', kind })
    before = await totalsOf(app)
    await totalsOf(other)
    expect(counted).toBeGreaterThan(0)
  })

  let id = 0
  test('by a new entry', async () => {
    id = await send('POST', '', { title: 'New', kind: 'guide' })
    await expectGrowth({ published: 1, all: 1, guides: 1, 'guides or drafts': 1 })
  })

  test('by one that is published, unpublished, or gets another value, and not by one whose title changes', async () => {
    await send('PUT', `/${id}`, { publishedAt: null })
    await expectGrowth({ published: -1 })
    await send('PUT', `/${id}`, { kind: 'news' })
    await expectGrowth({ guides: -1 })
    await send('PUT', `/${id}`, { publishedAt: '2026-01-01T00:00:00.000Z', kind: null })
    await expectGrowth({ published: 1, 'guides or drafts': -1 })
    await send('PUT', `/${id}`, { title: 'Newer' })
    await expectGrowth({})
  })

  test('by one in another language only where it is shown', async () => {
    const french = await send('POST', '', { title: 'Nouveau', kind: 'guide', locale: 'fr' })
    await expectGrowth({})
    await send('DELETE', `/${french}`)
    await expectGrowth({})
  })

  test('by several writes before it is asked for again', async () => {
    await send('DELETE', `/${id}`)
    for (const kind of ['guide', 'news']) await send('POST', '', { title: 'Last', kind, publishedAt: null })
    await expectGrowth({ published: -1, all: 1, guides: 1, 'guides or drafts': 2 })
  })

  test('what other programs write is counted', async () => {
    const alert = await open({ announcedOnly: false })
    expect(await totalsOf(alert)).toEqual(before)
    await foreign(database, "update articles set kind = 'guide' where title = 'Last' and kind = 'news'")
    expect(await totalsOf(alert)).toEqual(by(before, { guides: 1 }))
  })
})
