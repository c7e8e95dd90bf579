/** Words with a typing error count only if the list has few entries with the words as they are written. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../support/worlds/world.ts'

describe.each(CLIENTS)('typing errors in a search on %s', client => {
  let app: App
  beforeAll(async () => {
    const database = await worldDatabase(client)
    const cache = { responses: true, totals: true, announcedOnly: false }
    app = await buildTestApp({ folder: WORLD, database, secrets: WORLD_SECRETS, dialect: 'strapi4', cache })
  })

  async function create(title: string, publishedAt: string | null = '2024-01-01T00:00:00.000Z'): Promise<void> {
    const headers = await headersOf('full-access')
    const answer = await app.inject({
      method: 'POST',
      url: '/api/articles',
      headers,
      payload: { data: { title, publishedAt } },
    })
    expect(answer.statusCode, answer.payload).toBe(200)
  }

  async function found(query: string): Promise<readonly unknown[]> {
    const answer = await app.inject({ url: `/api/articles?fields[0]=title&${query}` })
    expect(answer.statusCode, answer.payload).toBe(200)
    const { data, meta } = answer.json<{
      data: { attributes: { title: string } }[]
      meta: { pagination?: { total: number } }
    }>()
    if (meta.pagination !== undefined && !query.includes('page')) expect(meta.pagination.total).toBe(data.length)
    return data.map(({ attributes: { title } }) => title)
  }

  test('they count below three entries, and no longer from the third on', async () => {
    await create('Baker one')
    await create('Barker one')
    expect(await found('search=baker')).toEqual(['Baker one', 'Barker one'])
    await create('Baker two')
    expect(await found('search=baker')).toEqual(['Baker one', 'Baker two', 'Barker one'])
    await create('Baker three')
    expect(await found('search=baker')).toEqual(['Baker one', 'Baker two', 'Baker three'])
    expect(await found('search=baker&sort=title:desc')).toEqual(['Baker two', 'Baker three', 'Baker one'])
    expect(await found('search=baker&pagination[page]=2&pagination[pageSize]=2')).toEqual(['Baker three'])
    expect(await found('search=bakker')).toHaveLength(4)
    expect(await found('search=barker')).toEqual(['Barker one', 'Baker one', 'Baker two', 'Baker three'])
  })

  test('words that begin with it count as the word', async () => {
    await create('Bakersfield')
    expect(await found('search=baker')).toEqual(['Baker one', 'Baker two', 'Baker three', 'Bakersfield'])
  })

  test('only entries of the list are counted', async () => {
    expect(await found('search=baker&filters[title][$contains]=one')).toEqual(['Baker one', 'Barker one'])
    await create('Miller')
    await create('Millar')
    for (const title of ['Miller a', 'Miller b', 'Miller c']) await create(title, null)
    expect(await found('search=miller')).toEqual(['Miller', 'Millar'])
    expect(await found('search=miller&publicationState=preview')).toEqual([
      'Miller',
      'Miller a',
      'Miller b',
      'Miller c',
    ])
  })

  test('of several words, all must be there as they are written', async () => {
    expect(await found('search=baker+one')).toEqual(['Baker one', 'Barker one'])
    expect(await found('search=baker+-one')).toHaveLength(3)
  })

  test('in groups, too', async () => {
    const url = '/api/articles/aggregate?count&search=baker'
    const answer = await app.inject({ url, headers: await headersOf('full-access') })
    expect(answer.statusCode, answer.payload).toBe(200)
    expect(answer.json()).toMatchObject({ data: { count: 4 } })
  })
})
