/** Over a socket, an address whose path was asked for before is answered without routing, as if it had been routed. */
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { App } from '../../src/app.ts'
import type { DatabaseConfig } from '../../src/config/config.ts'
import { ERRORS } from '../../src/errors.ts'
import { FrontDoor } from '../../src/http/content/front-door.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { foreign } from '../support/foreign-rows.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../support/worlds/world.ts'

const AGGREGATE = { role: 'public', type: 'article', actions: ['aggregate'] }

interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** What the connection says, and when. The times in an explanation have another length each. */
const NOT_OURS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

function untimed(body: string): string {
  return body.replace(/"milliseconds":[\d.]+/g, '"milliseconds":0')
}

function ours(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isExplained = headers['cache-control'] === 'no-store'
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !NOT_OURS.includes(name) && !(isExplained && name === 'content-length')),
  )
}

describe.each(CLIENTS)('on %s', client => {
  let app: App
  let address: string
  let database: DatabaseConfig
  const overSocket = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${address}${path}`, { headers }, resolve).once('error', reject)
    })
    return { status: response.statusCode, headers: ours(response.headers), body: untimed(await text(response)) }
  }
  const routed = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const { statusCode, headers: given, payload } = await app.inject({ method: 'GET', url, headers })
    return { status: statusCode, headers: ours(given), body: untimed(payload) }
  }

  beforeAll(async () => {
    database = await worldDatabase(client, { grants: [AGGREGATE] })
    app = await buildTestApp({
      folder: WORLD,
      database,
      secrets: WORLD_SECRETS,
      development: false,
      cache: { announcedOnly: false },
    })
    address = (await app.listen()).address
    for (const path of [
      '/api/articles?sort=id',
      '/api/articles/aggregate?count=true',
      '/api/homepage',
      '/api/articles/3',
    ])
      expect((await overSocket(path)).status).toBe(200)
  })

  test.each([
    '/api/articles',
    '/api/articles?',
    '/api/articles?fields=title&sort=title:desc',
    '/api/articles?populate=author&pagination[pageSize]=2',
    '/api/articles?filters[title][$contains]=e&pagination[withCount]=false',
    '/api/articles?sort=nothing',
    '/api/articles?pagination[page]=x',
    '/api/articles?filterz[id]=1',
    '/api/articles/aggregate?count=true&filters[id][$gt]=1',
    '/api/articles/aggregate?sum=nothing',
    '/api/articles/1?fields=title',
    '/api/articles/2',
    '/api/articles/4?populate=*&fields=title',
    '/api/articles/5?populate=nothing',
    '/api/articles/999999',
    `/api/articles/${2 ** 49}`,
    '/api/articles/9999999999999999',
    '/api/articles/01',
    '/api/articles/0',
    '/api/articles/2/',
    '/api/articles/%32',
    '/api/articles//2',
    '/api/homepage/2',
    '/api/homepage?fields=title',
    `/api/articles?${'x'.repeat(16_000)}`,
  ])('%s', async path => {
    const expected = await routed(path)
    for (const time of ['first', 'again', 'remembered'])
      expect([time, await overSocket(path)]).toEqual([time, expected])
  })

  test.each([
    '/api/articles?fields=title&publicationState=preview',
    '/api/articles?sort=nothing',
    '/api/articles/2?populate=*',
    '/api/articles/999999',
    '/api/articles/1?explain',
    '/api/articles/aggregate?count=true',
    '/api/homepage?fields=title',
  ])('%s with credentials', async path => {
    const full = await headersOf('full-access')
    const others = [await headersOf('read-only'), await headersOf('member')]
    for (const headers of [full, ...others, { authorization: 'Bearer nonsense' }, { authorization: 'Basic eDp5' }]) {
      const expected = await routed(path, headers)
      for (const time of ['first', 'again'])
        expect([time, headers, await overSocket(path, headers)]).toEqual([time, headers, expected])
      const tag = String(expected.headers.etag ?? '"none"')
      const same = { ...headers, 'if-none-match': tag, 'cache-control': 'no-cache' }
      expect(await overSocket(path, same)).toEqual(await routed(path, same))
      const copy = { ...headers, 'if-none-match': tag }
      expect(await overSocket(path, copy)).toEqual(await routed(path, copy))
    }
  })

  test('what was routed once is not routed again, for new ids, queries and callers with credentials', async () => {
    const routedOnce = vi.spyOn(FrontDoor.prototype, 'rememberPath')
    const anonymously = vi.spyOn(FrontDoor.prototype, 'remember')
    const callers = await Promise.all((['full-access', 'read-only', 'member'] as const).map(headersOf))
    for (const headers of [...callers, {}])
      for (const path of [
        '/api/articles/3',
        '/api/articles/4?fields=title',
        '/api/articles?sort=title',
        '/api/articles',
      ])
        expect((await overSocket(path, headers)).status).toBe(200)
    expect([routedOnce.mock.calls.length, anonymously.mock.calls.length]).toEqual([0, 0])
    // Whoever asks for a fresh answer is passed on.
    await overSocket('/api/articles?sort=title', { ...callers[0], 'cache-control': 'no-cache' })
    expect(routedOnce.mock.calls.length).toBe(1)
    vi.restoreAllMocks()
  })

  test('a caller with rights of their own gets what is theirs', async () => {
    const full = await headersOf('full-access')
    const path = '/api/articles?publicationState=preview&fields=title&pagination[pageSize]=100'
    const theirs = await overSocket(path, full)
    expect(theirs.body).toBe((await routed(path, full)).body)
    expect((await overSocket(path)).body).toBe((await routed(path)).body)
    expect((await overSocket('/api/articles?sort=id', { authorization: 'Bearer nonsense' })).status).toBe(401)
  })

  test('a new address is refused as soon as the right is gone', async () => {
    const asked = (number: number) => `/api/articles?filters[id][$gte]=${number}`
    for (const path of [asked(1), '/api/articles/1?sort=id']) expect((await overSocket(path)).status).toBe(200)
    await foreign(database, `delete from up_permissions where action like 'api::article.article.find%'`)
    for (const path of [asked(2), '/api/articles/2?sort=id']) {
      const refused = await overSocket(path)
      expect([refused.status, refused.headers['x-populus-error']]).toEqual([403, ERRORS.forbidden.code])
    }
    expect((await overSocket(asked(1))).status).toBe(403)
  })
})
