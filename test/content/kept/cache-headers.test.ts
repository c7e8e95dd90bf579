/** Who may have a kept answer, and what its headers tell browsers and caches in between. Over a socket, as clients ask. */
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { grant, revoke } from '../../../src/management/roles/grants.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import type { BoundStatement } from '../../../src/sql/statement.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../../support/worlds/world.ts'

const PATH = '/api/articles'
const AGGREGATE = { role: 'public', type: 'team', actions: ['aggregate'] }
const CONTROL = { 'api::article.article': 'public, max-age=60', '*': 'no-cache' }

type Headers = Readonly<Record<string, string>>

/** Without anything that a friendlier client adds or takes away. */
function get(address: string, path: string, headers: Headers = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const asked = request(`${address}${path}`, { headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}

describe.each(CLIENTS)('on %s', client => {
  let address: string
  let database: Awaited<ReturnType<typeof worldDatabase>>
  const statements: BoundStatement[] = []

  beforeAll(async () => {
    database = await worldDatabase(client, { grants: [AGGREGATE] })
    const app = await buildTestApp({
      folder: WORLD,
      database,
      secrets: WORLD_SECRETS,
      cache: { responses: true, totals: true, announcedOnly: true, control: CONTROL, surrogateKeys: true },
      development: false,
      onStatement: statement => statements.push(statement),
    })
    address = (await app.listen()).address
  })

  test('an answer that is kept takes no statement', async () => {
    const first = await get(address, `${PATH}?sort=id`)
    statements.length = 0
    const second = await get(address, `${PATH}?sort=id`)
    expect(statements).toEqual([])
    expect(second.body).toEqual(first.body)
    const known = await get(address, `${PATH}?sort=id`, { 'if-none-match': String(first.headers.etag) })
    expect([known.status, known.body.length, statements.length]).toEqual([304, 0, 0])
    expect(known.headers).toMatchObject({ etag: first.headers.etag, vary: first.headers.vary })
  })

  test('the same is true of figures, until a right to them is taken away', async () => {
    const path = '/api/teams/aggregate?count&groupBy[]=name'
    const first = await get(address, path)
    expect(first.status).toBe(200)
    statements.length = 0
    expect((await get(address, path)).body).toEqual(first.body)
    const known = { 'if-none-match': String(first.headers.etag) }
    expect((await get(address, path, known)).status).toBe(304)
    expect(statements).toEqual([])
    const { schema: files } = await loadSchema(WORLD)
    const { database: other, schema } = await openStorage({ database, limits: DEFAULT_LIMITS }, files, {
      log: () => {},
    })
    for (const actions of [['aggregate'], ['find']]) {
      await revoke(other, schema, { ...AGGREGATE, actions })
      expect((await get(address, path, known)).status).toBe(403)
      await grant(other, schema, { ...AGGREGATE, actions })
      expect((await get(address, path)).body).toEqual(first.body)
    }
    await other.close()
  })

  test('the setting of the type is the Cache-Control of everybody, and never of a caller with credentials', async () => {
    const control = async (path: string, headers: Headers = {}) =>
      (await get(address, path, headers)).headers['cache-control']
    for (const _ of ['read', 'kept']) {
      expect(await control(PATH)).toBe('public, max-age=60')
      expect(await control('/api/teams')).toBe('no-cache')
      expect(await control(PATH, await headersOf('member'))).toBe('private, no-cache')
    }
    expect((await get(address, PATH)).headers.vary).toBe('Authorization, Accept-Encoding')
  })

  test('shared caches are told what an answer was made from only if they may keep it', async () => {
    const keys = async (headers: Headers = {}) => {
      const { status, headers: found } = await get(address, '/api/teams', headers)
      return [status, found['surrogate-key'], found['cache-tag']]
    }
    for (const _ of ['read', 'kept']) {
      expect(await keys()).toEqual([200, 'api::team.team', 'api::team.team'])
      expect(await keys(await headersOf('full-access'))).toEqual([200, undefined, undefined])
    }
  })

  test('callers with other rights do not share a body, and share a tag only if the bytes are the same', async () => {
    const path = `${PATH}?populate=*`
    const everybody = await get(address, path)
    const full = await headersOf('full-access')
    const all = await get(address, path, full)
    expect(all.body).not.toEqual(everybody.body)
    expect(all.headers.etag).not.toBe(everybody.headers.etag)
    const crossed = await get(address, path, { ...full, 'if-none-match': String(everybody.headers.etag) })
    expect([crossed.status, crossed.body]).toEqual([200, all.body])
    expect((await get(address, path)).body).toEqual(everybody.body)
    const [one, other] = [await get(address, PATH), await get(address, PATH, full)]
    expect(one.body.equals(other.body)).toBe(one.headers.etag === other.headers.etag)
    expect((await get(address, PATH, { authorization: 'Bearer nonsense' })).status).toBe(401)
  })

  test('a tag ends with the rights it was given under', async () => {
    const { schema: files } = await loadSchema(WORLD)
    const { database: other, schema } = await openStorage({ database, limits: DEFAULT_LIMITS }, files, {
      log: () => {},
    })
    const rights = { role: 'public', type: 'team', actions: ['find'] }
    try {
      const before = await get(address, '/api/teams')
      await get(address, '/api/teams')
      const known = { 'if-none-match': String(before.headers.etag) }
      await revoke(other, schema, rights)
      expect((await get(address, '/api/teams')).status).toBe(403)
      expect((await get(address, '/api/teams', known)).status).toBe(403)
      await grant(other, schema, { ...rights, fields: ['name'] })
      const after = await get(address, '/api/teams', known)
      expect([after.status, after.body.toString().includes('createdAt')]).toEqual([200, false])
    } finally {
      await grant(other, schema, rights)
      await other.close()
    }
  })

  test('a compressed form is sent once it is there, to whoever takes it', async () => {
    const path = `${PATH}?populate=*`
    const plain = await get(address, path)
    const compressed = async (accepted: string, encoding: string | undefined) => {
      await expect
        .poll(async () => (await get(address, path, { 'accept-encoding': accepted })).headers['content-encoding'])
        .toBe(encoding)
      return (await get(address, path, { 'accept-encoding': accepted })).body
    }
    expect(brotliDecompressSync(await compressed('gzip, deflate, br', 'br'))).toEqual(plain.body)
    expect(gunzipSync(await compressed('gzip;q=0.8, br;q=0', 'gzip'))).toEqual(plain.body)
    expect(await compressed('deflate', undefined)).toEqual(plain.body)
  })

  test('no-cache makes an answer anew for those who may do everything, and for nobody else', async () => {
    const statementsFor = async (headers: Headers, path = PATH) => {
      await get(address, path, headers)
      statements.length = 0
      await get(address, path, { ...headers, 'cache-control': 'no-cache' })
      return statements.filter(({ text }) => /from "articles"/.test(text)).length
    }
    expect(await statementsFor({})).toBe(0)
    expect(await statementsFor(await headersOf('full-access'))).toBeGreaterThan(0)
    // No list is looked up for it, so its statement is that of the entry, which is kept by itself.
    expect(await statementsFor(await headersOf('full-access'), '/api/articles/1')).toBeGreaterThan(0)
  })
})
