/**
 * Requests that look before they write, many of them at the same moment and over different connections: none may decide by what
 * another one is about to change.
 */
import { describe, expect, test } from 'vitest'
import type { NamedQueryInfo } from '../../src/admin-api/named-query-api.ts'
import type { SavedView } from '../../src/admin-api/view-api.ts'
import { ownRows, runOwn } from '../identity/administrators/own-rows.ts'
import { CLIENTS } from '../support/databases.ts'
import { panelApp } from './panel-app.ts'

const AT_ONCE = 8
const MOST_VIEWS = 200

describe.each(CLIENTS)('at once, on %s', client => {
  const app = panelApp(client)
  const times = <T>(work: (number: number) => Promise<T>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, number) => work(number)))
  const statuses = async (request: string, bodyOf: (number: number) => object) =>
    (await times(number => app.status(request, { body: bodyOf(number) }))).sort()
  const onlyOne = (right: number, refused: number) => [right, ...Array<number>(AT_ONCE - 1).fill(refused)].sort()

  test('nobody passes the limit of saved views', async () => {
    const view = (name: string) => ({ uid: 'api::tag.tag', name, query: {}, columns: null, owner: 'me' })
    for (let count = 1; count < MOST_VIEWS; count += 1)
      await app.data('POST /saved-views', { body: view(`view ${count}`) })
    expect(await statuses('POST /saved-views', number => view(`late ${number}`))).toEqual(onlyOne(201, 400))
    const views = await app.data<SavedView[]>('GET /saved-views')
    expect(views).toHaveLength(MOST_VIEWS)
    const { id } = views[0]!
    expect(await statuses(`PUT /saved-views/${id}`, number => ({ name: `again ${number}` }))).toEqual(
      Array(AT_ONCE).fill(200),
    )
    expect(await app.data<SavedView[]>('GET /saved-views')).toHaveLength(MOST_VIEWS)
  })

  test('a name belongs to one query', async () => {
    const definition = { type: 'tag', query: { fields: ['name'] } }
    expect(await statuses('POST /queries', () => ({ name: 'same', definition }))).toEqual(onlyOne(201, 400))
    await times(number => app.data('POST /queries', { body: { name: `other-${number}`, definition } }))
    const renamed = await times(number =>
      app.status(`PUT /queries/other-${number}`, { body: { name: 'renamed', definition } }),
    )
    expect(renamed.sort()).toEqual(onlyOne(200, 400))
    const names = (await app.data<NamedQueryInfo[]>('GET /queries')).map(({ name }) => name)
    expect(names.filter(name => name === 'same' || name === 'renamed')).toEqual(['renamed', 'same'])
  })

  test('what each of them sets stays', async () => {
    await times(number => app.data('PUT /me/preferences', { body: { [`mine ${number}`]: number } }))
    expect(await app.data('PUT /me/preferences', { body: {} })).toEqual(
      Object.fromEntries(Array.from({ length: AT_ONCE }, (_, number) => [`mine ${number}`, number])),
    )
  })

  test('a value that was never stored is stored once', async () => {
    const before = await app.data<object>('GET /views/api::tag.tag')
    const { settings, metadatas, layouts } = before as Record<'settings' | 'metadatas' | 'layouts', object>
    const body = { settings, metadatas, layouts }
    expect(await statuses('PUT /views/api::tag.tag', () => body)).toEqual(Array(AT_ONCE).fill(200))
    await statuses('PUT /settings/project', number => ({ name: `Site ${number}` }))
    const keys = await runOwn(
      app.database,
      "select key from strapi_core_store_settings where key like '%api::tag.tag' or key like '%project%' group by key having count(*) > 1",
    )
    expect(keys).toEqual([])
  })

  test('an entry is never published and unpublished at the same time', async () => {
    const at = '2099-01-01T00:00:00.000Z'
    const acts = ['publishAt', 'unpublishAt']
    const path = '/content/api::article.article/1/schedule'
    const given = await statuses(`PUT ${path}`, number => ({ [acts[number % 2]!]: at }))
    expect(new Set(given)).toEqual(new Set([200, 400]))
    const { publish, unpublish } = await app.data<{ publish: object | null; unpublish: object | null }>(`GET ${path}`)
    expect([publish, unpublish].filter(act => act === null)).toHaveLength(1)
  })

  test('a second factor begins once', async () => {
    const password = 'root password'
    expect(await statuses('POST /me/second-factor', () => ({ password }))).toEqual(Array(AT_ONCE).fill(200))
    expect(await ownRows(app.database, 'second_factors')).toHaveLength(1)
  })
})
