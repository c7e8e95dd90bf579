/** No error can be kept by a cache or asked about by its tag, whichever route and whichever way it came from. Over a socket. */
import { request } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { ERRORS, PopulusError } from '../../src/errors.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../support/worlds/world.ts'

type Headers = Readonly<Record<string, string>>

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

function ask(url: string, options: { method?: string; headers?: Headers; body?: string } = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, response => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

function expectUncacheable({ headers }: Answer): void {
  const { etag, 'last-modified': modified, 'cache-control': control } = headers
  expect({ etag, modified, control }).toEqual({ etag: undefined, modified: undefined, control: 'no-store' })
}

describe.each(CLIENTS)('on %s', client => {
  let address: string
  let broken = false
  let statements = 0

  beforeAll(async () => {
    const app = await buildTestApp({
      folder: WORLD,
      database: await worldDatabase(client),
      secrets: WORLD_SECRETS,
      cache: { responses: true, totals: true, control: { '*': 'public, max-age=3600' } },
      rateLimit: { enabled: true, perAddress: 1 },
      development: false,
      onStatement: () => {
        statements += 1
        if (broken) throw new PopulusError('unavailable')
      },
    })
    address = (await app.listen()).address
  })

  test.each<[number, string, Parameters<typeof ask>[1]?]>([
    [400, '/api/articles?sort=nothing'],
    [400, '/api/articles?pagination[page]=x%'],
    [401, '/api/articles', { headers: { authorization: 'Bearer nonsense' } }],
    [403, '/api/users'],
    [404, '/api/articles/999999'],
    [404, '/api/articles/999999', { headers: { 'if-none-match': '*' } }],
    [404, '/api/nothing'],
    [404, '/uploads/nothing.png'],
    [404, '/admin/api/nothing'],
    [405, '/api/articles', { method: 'PATCH' }],
    [400, '/api/auth/local', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
    [429, '/api/auth/local', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
    [400, '/api/articles', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }],
    [414, `/api/articles?${'x'.repeat(17_000)}`],
  ])('%i %s', async (status, path, options) => {
    // The second time it is an address that the front door knows, where there was an answer at all.
    for (const _ of ['first', 'again']) {
      if (status === 429 && _ === 'again') continue
      const answer = await ask(`${address}${path}`, options)
      if (status !== 400 || answer.status !== 429) expect(answer.status).toBe(status)
      expectUncacheable(answer)
    }
  })

  test('what is no HTTP', async () => {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    socket.write('NONSENSE\r\n\r\n')
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 400 [\s\S]*\r\nCache-Control: no-store\r\n/)
  })

  test('503 of an address that was answered before is read once, and says nothing about caches', async () => {
    const path = `${address}/api/articles?sort=title`
    const full = { ...(await headersOf('full-access')), 'content-type': 'application/json' }
    const before = await ask(path)
    expect([before.status, before.headers['cache-control']]).toEqual([200, 'public, max-age=3600'])
    expect((await ask(path, { headers: { 'if-none-match': String(before.headers.etag) } })).status).toBe(304)
    const renamed = { method: 'PUT', headers: full, body: '{"data":{"title":"Another title"}}' }
    expect((await ask(`${address}/api/articles/1`, renamed)).status).toBe(200)
    statements = 0
    broken = true
    const failed = await ask(path)
    broken = false
    expect([failed.status, failed.headers['x-populus-error'], statements]).toEqual([503, ERRORS.unavailable.code, 1])
    expectUncacheable(failed)
    expect((await ask(path)).status).toBe(200)
  })

  test('404 of an entry whose address was answered before', async () => {
    const full = { ...(await headersOf('full-access')), 'content-type': 'application/json' }
    const list = await fetch(`${address}/api/teams?pagination[limit]=1`)
    const [{ id }] = ((await list.json()) as { data: [{ id: number }] }).data
    const path = `${address}/api/teams/${id}`
    const known = await ask(path)
    expect(known.status).toBe(200)
    await ask(path)
    expect((await ask(path, { method: 'DELETE', headers: full })).status).toBe(200)
    for (const tags of [undefined, String(known.headers.etag), '*']) {
      const gone = await ask(path, tags === undefined ? {} : { headers: { 'if-none-match': tags } })
      expect([tags, gone.status]).toEqual([tags, 404])
      expectUncacheable(gone)
    }
  })

  test('a 304 is only given for the tag of the bytes that would be sent', async () => {
    const full = { ...(await headersOf('full-access')), 'content-type': 'application/json' }
    const create = async () => {
      const input = { method: 'POST', headers: full, body: '{"data":{"name":"For a moment"}}' }
      const created = await fetch(`${address}/api/teams`, input)
      return ((await created.json()) as { data: { id: number } }).data.id
    }
    const first = await create()
    const second = await create()
    const at = (id: number) => `${address}/api/teams/${id}`
    const statusOf = async (id: number, tag: string) =>
      (await ask(at(id), { headers: { 'if-none-match': tag } })).status
    const tagOf = async (url: string) => String((await ask(url)).headers.etag)
    const known = await tagOf(at(first))
    expect(await statusOf(first, known)).toBe(304)
    // Another entry: one that is there, and one that is not.
    expect(await statusOf(second, known)).toBe(200)
    expect(await statusOf(999_999, known)).toBe(404)
    // Other bytes at the same address.
    const body = '{"data":{"name":"Another name"}}'
    expect((await ask(at(first), { method: 'PUT', headers: full, body })).status).toBe(200)
    expect(await statusOf(first, known)).toBe(200)
    const now = await tagOf(at(first))
    expect(await statusOf(first, now)).toBe(304)
    // An entry that is gone by then.
    expect((await ask(at(first), { method: 'DELETE', headers: full })).status).toBe(200)
    expect(await statusOf(first, now)).toBe(404)
  })
})
