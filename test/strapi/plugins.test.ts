/** Plugins of Strapi that are built in. The expected answers are those of Strapi 4.26.2 with the real plugins. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Config } from '../../src/config/config.ts'
import { reshapeData } from '../../src/http/content/reshape-data.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { CONFORMANCE_PROJECT, conformanceDatabase } from '../support/worlds/conformance-data.ts'

type Transformer = NonNullable<Config['adopt']['transformer']>

const TRANSFORMER: Transformer = {
  removeAttributesKey: true,
  removeDataKey: true,
  wrapBodyWithDataKey: true,
  mode: 'deny',
  uids: { 'api::category.category': true, 'api::team.team': { POST: true } },
}
const TOKEN = { authorization: 'Bearer oracle-token-full-access' }
const STAMPS = { createdAt: '2023-01-01T01:00:00.123Z', updatedAt: '2023-01-08T00:00:00.456Z' }
const TAG = { name: 'Tag J', slug: 'tag-1', weight: 3, ...STAMPS, publishedAt: '2023-01-01T02:00:00.789Z' }

describe.each(CLIENTS)('plugins on %s', client => {
  let plain: App
  let deep: App
  let transformed: App

  beforeAll(async () => {
    const database = await conformanceDatabase(client)
    const open = (more: Partial<Parameters<typeof buildTestApp>[0]>) =>
      buildTestApp({
        ...{ folder: CONFORMANCE_PROJECT, database, dialect: 'strapi4' as const },
        secrets: { apiTokenSalt: 'oracle-api-token-salt' },
        ...more,
      })
    plain = await open({})
    deep = await open({ populateDeep: 3, limits: { populateNodes: 60 } })
    transformed = await open({ adopt: { transformer: TRANSFORMER } })
  })

  const ofVersion = async (populateDeepVersion: number) =>
    buildTestApp({
      ...{ folder: CONFORMANCE_PROJECT, database: await conformanceDatabase(client), dialect: 'strapi4' as const },
      ...{ populateDeep: 5, populateDeepVersion, limits: { populateNodes: 2000 } },
    })

  const get = async (app: App, url: string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ url, headers })
    return { status: answer.statusCode, body: answer.json() as { data: unknown }, headers: answer.headers }
  }

  describe('populate=deep', () => {
    test('is the same as naming everything, down to the number of levels', async () => {
      const two = await get(deep, '/api/teams/1?populate=deep,2')
      expect(two.body).toEqual((await get(plain, '/api/teams/1?populate=*')).body)
      const three = await get(deep, '/api/teams/1?populate=deep')
      const named = 'populate[lead][populate]=*&populate[members][populate]=*&populate[logo]=*'
      expect(three.body).toEqual((await get(plain, `/api/teams/1?${named}`)).body)
      expect(JSON.stringify(three.body).length).toBeGreaterThan(2 * JSON.stringify(two.body).length)
    })

    test('has the rules of the version that the project names', async () => {
      const [first, second] = [await ofVersion(0), await ofVersion(2)]
      const everything = 'populate[articles][populate]=*&populate[pins][populate]=*'
      const named = await get(plain, `/api/tags/1?${everything}`)
      expect((await get(second, '/api/tags/1?populate=deep,3')).body).toEqual(named.body)
      // Since version 3, `tags` of an article is left out below a tag.
      const tagsBelow = ({ body }: { body: unknown }, name: string) => {
        const { data } = body as { data: { attributes: Record<string, { data: { attributes: object }[] }> } }
        return data.attributes[name]!.data.map(({ attributes }) => 'tags' in attributes)
      }
      expect(tagsBelow(named, 'articles')).toContain(true)
      expect(tagsBelow(await get(deep, '/api/tags/1?populate=deep,3'), 'articles')).not.toContain(true)
      // Since version 1, nothing is populated below `localizations`.
      const article = '/api/articles/1?populate=deep,4'
      expect(tagsBelow(await get(first, article), 'localizations')).toContain(true)
      expect(tagsBelow(await get(second, article), 'localizations')).not.toContain(true)
    })

    test('one level is the entry itself, and what is no number is refused', async () => {
      expect((await get(deep, '/api/tags/1?populate=deep,1')).body).toEqual({
        data: { id: 1, attributes: TAG },
        meta: {},
      })
      expect(await get(deep, '/api/tags/1?populate=deep,x')).toMatchObject({
        status: 400,
        body: { error: { message: 'Invalid value for populate: expected a number of levels after deep, got "x"' } },
      })
    })

    test('stays within the limits', async () => {
      expect(await get(deep, '/api/articles?populate=deep,9')).toMatchObject({
        status: 400,
        body: { error: { message: 'The query populates more than 60 nodes (setting limits.populateNodes)' } },
      })
    })

    test('is our own in other projects, which says where it stopped', async () => {
      const everything = await get(plain, '/api/tags/1?populate=*')
      expect((await get(plain, '/api/tags/1?populate=deep,1')).body).toMatchObject({
        ...everything.body,
        meta: { deep: { stopped: expect.any(Array) } },
      })
      expect(await get(deep, '/api/tags/1?populate[articles]=deep')).toMatchObject({ body: { meta: {} } })
    })
  })

  describe('transformer', () => {
    test('answers have neither attributes nor the data of relations', async () => {
      const { body } = await get(transformed, '/api/comments/1?populate[author][fields][0]=name&fields[0]=id')
      expect(body).toEqual({ data: { id: 1, author: { id: 2, name: 'Blaise' } }, meta: {} })
      expect((await get(transformed, '/api/tags/1')).body).toEqual({ data: { id: 1, ...TAG }, meta: {} })
    })

    test('the header asks for the usual form, and caches can tell the forms apart', async () => {
      const own = await get(transformed, '/api/tags/1', { 'strapi-transformer-ignore': 'true' })
      expect(own.body).toEqual({ data: { id: 1, attributes: TAG }, meta: {} })
      expect([own.headers.etag, own.headers.vary]).toEqual([
        undefined,
        expect.stringContaining('Strapi-Transformer-Ignore'),
      ])
      const { headers } = await get(transformed, '/api/tags/1')
      const tags = { 'if-none-match': String(headers.etag) }
      expect((await transformed.inject({ url: '/api/tags/1', headers: tags })).statusCode).toBe(304)
      expect((await get(transformed, '/api/tags/1', { ...tags, 'strapi-transformer-ignore': 'true' })).status).toBe(200)
    })

    test('types, or some of their methods, can be left out', async () => {
      const { body } = await get(transformed, '/api/categories/1?fields[0]=name')
      expect(body).toEqual({ data: { id: 1, attributes: { name: 'World' } }, meta: {} })
      expect((await get(transformed, '/api/teams/1?fields[0]=name')).body).toMatchObject({
        data: { name: expect.any(String) },
      })
    })

    test('bodies are wrapped where they are not', async () => {
      const post = async (url: string, payload: object, headers = {}) =>
        (
          await transformed.inject({ method: 'POST', url, payload, headers: { ...TOKEN, ...headers } })
        ).json() as unknown
      expect(await post('/api/tags', { name: 'bare' })).toMatchObject({ data: { name: 'bare' } })
      expect(await post('/api/tags', { data: { name: 'own' } })).toMatchObject({ data: { name: 'own' } })
      expect(await post('/api/tags', { data: { name: 'both' }, x: 1 })).toMatchObject({ data: { name: null } })
      const missing = { error: { status: 400, message: 'Missing "data" payload in the request body' } }
      expect(await post('/api/teams', { name: 'left out' })).toMatchObject(missing)
      expect(await post('/api/tags', { name: 'x' }, { 'strapi-transformer-ignore': 'true' })).toMatchObject(missing)
    })
  })
})

test('the transformer goes into JSON values as the plugin does', () => {
  const value = { data: { attributes: { a: 1 } }, attributes: { b: 2 }, list: [{ id: 1, data: null }] }
  const entry = () => ({
    id: 1,
    attributes: { json: structuredClone(value), tags: { data: [{ id: 2, attributes: { n: 1 } }] } },
  })
  expect(reshapeData({ removeAttributesKey: true, removeDataKey: false }, entry())).toEqual({
    id: 1,
    json: { data: { a: 1 }, attributes: { b: 2 }, list: [{ id: 1, data: null }] },
    tags: { data: [{ id: 2, n: 1 }] },
  })
  const proto = JSON.parse('{"id":1,"attributes":{"json":{"__proto__":{"id":1,"x":1}}}}') as unknown
  expect(JSON.stringify(reshapeData({ removeAttributesKey: true, removeDataKey: true }, proto))).toBe(
    '{"id":1,"json":{"__proto__":{"id":1,"x":1}}}',
  )
})
