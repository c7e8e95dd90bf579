/** Routes of a project's own code, and code around built-in routes, as adapters provide them. */
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ProjectCode } from '../../src/extend/project-code.ts'
import { type CustomRoute, TAKEN_OVER, type WrapRoute } from '../../src/http/extension/route-extension.ts'
import { CLIENTS } from '../support/databases.ts'
import { type ExtendApp, noteProject, openExtendApp } from './extend-app.ts'

const json = (value: unknown, status = 200) => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

const routes: readonly CustomRoute[] = [
  { method: 'GET', path: '/api/notes/featured', handle: async () => json({ featured: true }) },
  { method: 'GET', path: '/api/notes/aggregate', handle: async () => json({ own: true }) },
  {
    method: 'POST',
    path: '/api/notes/:slug/votes',
    handle: async ({ params, search, body, address, caller }) => {
      const { userId } = await caller()
      return json({ params, search, body, address, userId }, 201)
    },
  },
  { method: 'DELETE', path: '/api/notes/:which', handle: async ({ params }) => json({ instead: params.which }) },
  {
    method: 'GET',
    path: '/api/raw',
    handle: async ({ takeOver }) => {
      const response = takeOver()
      response.writeHead(202, { 'content-type': 'text/plain' }).end('by hand')
      return TAKEN_OVER
    },
  },
  {
    method: 'GET',
    path: '/api/half',
    handle: async ({ takeOver }) => {
      takeOver()
      throw Object.assign(new Error('Changed my mind'), { status: 410 })
    },
  },
  {
    method: 'GET',
    path: '/api/stream',
    handle: async () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: Readable.from(['a', 'b']) }),
  },
  { method: 'GET', path: '/api/broken', handle: () => Promise.reject(new Error('secret')), file: 'routes.ts' },
]

const wrapped: string[] = []
/** Only published notes with a title that begins as the header says, and a mark in the answer. */
const aroundNotes: WrapRoute = async ({ raw, method, search }, next) => {
  wrapped.push(`${method} ${search}`)
  const start = raw.headers['x-start']
  const { status, headers, body } = await next(
    method === 'POST'
      ? { body: { data: { title: 'Wrapped' } } }
      : { search: `filters[title][$startsWith]=${start ?? ''}` },
  )
  const text = body.length === 0 ? '' : JSON.stringify({ ...JSON.parse(body.toString()), wrapped: true })
  return { status, headers, body: text }
}

const code: ProjectCode = {
  routes: { routes, around: (_method, path) => (path === '/api/notes' ? aroundNotes : undefined) },
  report: [],
  start: async () => {},
  stop: async () => {},
}

describe.each(CLIENTS)('routes of a project, on %s', client => {
  let app: ExtendApp
  beforeAll(async () => {
    const queries = { 'queries/all.json': '{ "type": "note" }', 'queries/page.json': '{ "type": "page" }' }
    app = await openExtendApp(client, { code, folder: await noteProject(queries) })
    for (const title of ['Alpha', 'Beta']) await app.send('POST /notes', { data: { title } })
  })

  test('stand beside built-in routes and replace those of the same path', async () => {
    expect((await app.send('GET /notes/featured')).body).toEqual({ featured: true })
    expect((await app.send('GET /notes/1')).body.data.id).toBe(1)
    expect((await app.send('DELETE /notes/1')).body).toEqual({ instead: '1' })
    expect((await app.send('GET /notes/1')).status).toBe(200)
  })

  test('get parameters, query, body and caller', async () => {
    expect(await app.send('POST /notes/a%20b/votes?x=1', { stars: 5 })).toMatchObject({
      status: 201,
      body: { params: { slug: 'a b' }, search: 'x=1', body: { stars: 5 }, address: '127.0.0.1', userId: null },
    })
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await app.send('POST /notes/a/votes', 'vote[stars]=5', type)).body.body).toEqual({ vote: { stars: '5' } })
    expect((await app.send('POST /notes/a/votes')).body.body).toBeUndefined()
    const bad = { authorization: 'Bearer nonsense' }
    expect((await app.send('POST /notes/a/votes', {}, bad)).status).toBe(401)
    expect((await app.send('POST /notes/a/votes', '{', { 'content-type': 'application/json' })).status).toBe(400)
    const long = JSON.stringify({ long: 'x'.repeat(2 * 1024 * 1024) })
    expect((await app.send('POST /notes/a/votes', long, { 'content-type': 'application/json' })).status).toBe(413)
  })

  test('answer with values, streams or by hand, with the headers of every answer', async () => {
    const { headers } = await app.send('GET /notes/featured')
    expect(headers['x-content-type-options']).toBe('nosniff')
    const again = await app.send('GET /notes/featured', undefined, { 'if-none-match': String(headers.etag) })
    expect(again.status).toBe(304)
    const raw = await app.send('GET /raw')
    expect([raw.status, raw.body, raw.headers['x-content-type-options']]).toEqual([202, 'by hand', 'nosniff'])
    expect((await app.send('GET /stream')).body).toBe('ab')
    expect((await app.send('HEAD /notes/featured')).status).toBe(200)
  })

  test('that throw refuse or fail like hooks', async () => {
    expect((await app.send('GET /half')).body.error).toMatchObject({ status: 410, message: 'Changed my mind' })
    const { status, body } = await app.send('GET /broken')
    expect([status, JSON.stringify(body).includes('secret')]).toEqual([500, false])
  })

  test('wrap a built-in route: they see the request first and the answer last', async () => {
    wrapped.length = 0
    const { body } = await app.send('GET /notes?ignored=1', undefined, { 'x-start': 'Wra' })
    expect(body.wrapped).toBe(true)
    expect(body.data.map(({ attributes }: { attributes: { title: string } }) => attributes.title)).toEqual([
      'Wrapped',
      'Wrapped',
    ])
    expect((await app.send('GET /notes', undefined, { 'x-start': 'Alpha' })).body.data).toEqual([])
    expect(wrapped).toEqual(['GET ignored=1', 'GET '])
  })

  test('that are wrapped are never answered past their code, however often an address is asked for', async () => {
    const { address } = await app.app.listen()
    wrapped.length = 0
    // As the code passes it on: the address that a built-in route would remember.
    const url = `${address}/api/notes?filters[title][$startsWith]=`
    for (let time = 0; time < 3; time += 1) {
      const answer = await fetch(url)
      expect(await answer.json()).toMatchObject({ wrapped: true })
    }
    expect((await fetch(`${address}/api/notes`, { method: 'HEAD' })).status).toBe(200)
    expect(wrapped).toHaveLength(4)
    expect((await app.send('POST /notes/query', {})).status).toBe(404)
    expect((await app.send('GET /queries/all')).status).toBe(404)
    await app.send('PUT /page', { data: { title: 'x' } })
    expect((await app.send('GET /queries/page')).status).toBe(200)
    expect((await app.send('POST /notes/aggregate', {})).status).toBe(404)
    expect((await app.send('GET /notes/aggregate')).body).toEqual({ own: true })
    const times = async () => (await fetch(`${address}/api/notes/1`)).headers.get('server-timing')
    await times()
    // The front door still answers the others.
    expect(await times()).toBe('kept')
  })

  test('a route for every path below a list answers aggregate, too', async () => {
    const below: CustomRoute = {
      method: 'GET',
      path: '/api/notes/:slug',
      handle: async ({ params }) => json({ slug: params.slug }),
    }
    const other = await openExtendApp(client, { code: { ...code, routes: { routes: [below] } } })
    expect((await other.send('GET /notes/aggregate')).body).toEqual({ slug: 'aggregate' })
  })

  test('pass errors and forms with files on', async () => {
    const refused = await app.send('POST /notes', { data: { titel: 'x' } })
    expect(refused.status).toBe(200)
    expect(refused.body.data.attributes.title).toBe('Wrapped')
    const passing: ProjectCode = {
      ...code,
      routes: { routes: [], around: () => (_request, next) => next() },
    }
    const other = await openExtendApp(client, { code: passing })
    expect((await other.send('POST /notes', { data: { titel: 'x' } })).status).toBe(400)
    expect((await other.send('GET /notes/7')).status).toBe(404)
    expect((await other.send('GET /nothing')).status).toBe(404)
    const form = '--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"title":"Form"}\r\n--x--\r\n'
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await other.send('POST /notes', form, type)).body.data.attributes.title).toBe('Form')
  })
})
