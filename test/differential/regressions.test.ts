/** Queries that once differed from a real Strapi 4.26.2, found by the differential test, with Strapi's answers. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/app.ts'
import { ask, headersOf, SECRETS } from '../conformance/cases.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../support/worlds/conformance-data.ts'

const entry = (id: number, attributes: object = {}) => ({ id, attributes })
const refused = (name: string) => ({
  data: null,
  error: { status: 400, name: 'ValidationError', message: `Invalid parameter ${name}`, details: {} },
})

async function post(app: App, url: string, payload: object) {
  const answer = await app.inject({ method: 'POST', url, headers: headersOf({ auth: 'full' }), payload })
  return { status: answer.statusCode, body: answer.json() as unknown }
}

describe.each(CLIENTS)('answers of Strapi on %s', client => {
  let app: App

  beforeAll(async () => {
    const database = await adoptedConformanceDatabase(client)
    app = await buildTestApp({ folder: CONFORMANCE_PROJECT, database, dialect: 'strapi4', secrets: SECRETS })
  })

  it.each([
    ['a single type in all locales is sorted', 'homepage?fields[0]=id&locale=all&sort=id:desc', [entry(2), entry(1)]],
    [
      'a single type shows the first of its entries as sorted',
      'homepage?fields[0]=id&locale[$in][0]=fr&locale[$in][1]=en&sort=id:desc',
      entry(2),
    ],
    ['a read by id passes over pagination', 'articles/1?fields[0]=id&pagination[page]=abc', entry(1)],
    ['a single type passes over pagination', 'homepage?fields[0]=id&pagination[withCount]=abc', entry(1)],
    ['a read by id passes over values in filters', 'articles/1?fields[0]=id&filters[eventDate]=abc', entry(1)],
    ['a read by id passes over publicationState', 'articles/1?fields[0]=id&publicationState=abc', entry(1)],
    ['a read by id passes over _q', 'articles/1?fields[0]=id&_q[a]=b', entry(1)],
  ])('%s', async (_title, path, data) => {
    expect(await ask(app, { path: `/api/${path}` })).toEqual({ status: 200, body: { data, meta: {} } })
  })

  it.each([
    ['names are checked before values', 'articles?filters[eventDate]=abc&sort=nope', 'nope'],
    ['also in populate', 'articles?filters[eventDate]=abc&populate[tags][fields][0]=nope', 'nope'],
    ['also in the same filters', 'articles?filters[eventDate]=abc&filters[nope]=1', 'nope'],
    ['also before pages', 'articles?pagination[page]=abc&fields[0]=nope', 'nope'],
    ['what is counted is checked', 'articles?populate[tags][count]=true&populate[tags][sort]=nope', 'nope'],
    ['names beside * are checked', 'bundles?fields[0]=*&fields[1]=nope', 'nope'],
    ['a JSON path in fields is no name', 'articles?fields[0]=metadata.a', 'metadata.a'],
    ['names that do not exist come before zones in filters', 'articles?filters[blocks]=2&filters[nope]=1', 'nope'],
    ['also inside groups', 'articles?filters[$or][0][blocks]=1&filters[$or][1][nope]=1', 'nope'],
    [
      'an operator that a relation does not take, also where filters above leave nothing to use it on',
      'articles?populate[page][populate][article][populate][related][filters][cover][$not][$notIn][0]=e&populate[page][populate][article][filters][body]=none',
      '$notIn',
    ],
    ['names that do not exist come before relations in sort', 'articles?sort[0]=author&sort[1]=nope', 'nope'],
    ['and before zones', 'articles?sort[0]=blocks&sort[1]=nope', 'nope'],
    [
      'names come before values of other populates',
      'articles?populate[author][limit]=abc&populate[tags][fields]=nope',
      'nope',
    ],
  ])('%s', async (_title, path, name) => {
    expect(await ask(app, { path: `/api/${path}` })).toEqual({ status: 400, body: refused(name) })
  })

  it.each([
    ['articles?filters[eventDate]=abc', 'Invalid format, expected yyyy-MM-dd'],
    ['articles?filters[eventDate][$between]=1', 'Invalid format, expected yyyy-MM-dd'],
    ['comments?filters[createdAt]=%00', 'Invalid format, expected a timestamp or an ISO date'],
    ['pages?filters[article][publishedAt][$between][0]=%00', 'Invalid format, expected a timestamp or an ISO date'],
    ['articles?populate[comments][filters][createdAt]=abc', 'Invalid format, expected a timestamp or an ISO date'],
  ])('%s is refused for its value', async (path, message) => {
    const { status, body } = await ask(app, { path: `/api/${path}` })
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { message } } })
  })

  it.each([
    ['articles?pagination[page]=abc&pagination[start]=1', 'mixed'],
    ['articles?_q[a]=1&pagination[page]=1&pagination[start]=2', 'mixed'],
    ['articles?start=1&limit=2', 'outside'],
    ['articles?pagination[start]=1&page=2', 'outside'],
    ['articles?pagination[page]=1&pagination[pageSize]=2&start=1', 'outside'],
    ['articles?pagination[withCount]=false&page=2', 'outside'],
  ] as const)('%s is refused for its pagination', async (path, which) => {
    const message = {
      mixed: 'Invalid pagination parameters. Expected either start/limit or page/pageSize',
      outside: 'Invalid pagination attributes. You cannot use page and offset pagination in the same query',
    }[which]
    const { status, body } = await ask(app, { path: `/api/${path}` })
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { message } } })
  })

  it.each([
    ['pagination[start]=1&pagination[limit]=3&limit=2', [2, 3, 5], { start: 1, limit: 3, total: 35 }],
    ['pagination[start]=33&start=2', [38, 39], { start: 33, limit: 25, total: 35 }],
    [
      'pagination[withCount]=false&pagination[page]=2&pagination[pageSize]=3&limit=1',
      [5, 6, 7],
      { page: 2, pageSize: 3 },
    ],
    ['pagination[limit]=99999999999999999999&pagination[start]=33', [38, 39], { start: 33, limit: 100, total: 35 }],
    [
      'pagination[pageSize]=9007199254740993&pagination[page]=2',
      [],
      { page: 2, pageSize: 100, pageCount: 1, total: 35 },
    ],
    ['pagination[page]=9999999999999999', [], { page: 1e16, pageSize: 25, pageCount: 2, total: 35 }],
    ['pagination[start]=9007199254740993', [], { start: 2 ** 53, limit: 25, total: 35 }],
  ])('the page of %s', async (query, ids, pagination) => {
    const { status, body } = await ask(app, { path: `/api/articles?fields=id&${query}` })
    expect({ status, body }).toEqual({ status: 200, body: { data: ids.map(id => entry(id)), meta: { pagination } } })
  })

  it('a page beyond all numbers is empty; Strapi reads 1e+21 as 1', async () => {
    const { status, body } = await ask(app, { path: '/api/articles?pagination[page]=999999999999999999999' })
    const pagination = { page: 1e21, pageSize: 25, pageCount: 2, total: 35 }
    expect({ status, body }).toEqual({ status: 200, body: { data: [], meta: { pagination } } })
  })

  it.each(['/api/auth/local', '/api/auth/local/register', '/api/upload'])('GET %s is not found', async path => {
    const error = { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} }
    expect(await ask(app, { path })).toEqual({ status: 404, body: { data: null, error } })
  })

  it('an entry that a morph relation leads to is shown beside fields; in Strapi it is null', async () => {
    const { body } = await ask(app, { path: '/api/pins/1?fields=name&populate=subject', auth: 'full' })
    expect(body).toMatchObject({ data: { id: 1, attributes: { name: 'Pin 1', subject: { id: 1, name: 'Tag J' } } } })
  })

  it('the problems of a body are those that Strapi finds', async () => {
    const data = { rank: 'x', rating: {}, price: [], views: 'q', featured: 'z' }
    const { body } = await post(app, '/api/articles', { data })
    const { message, details } = (body as { error: { message: string; details: { errors: { path: string[] }[] } } })
      .error
    expect(message).toBe('5 errors occurred')
    expect(details.errors.map(({ path }) => path.join('.'))).toEqual(['title', 'rank', 'rating', 'price', 'featured'])
  })

  it('what only we find is reported alone', async () => {
    const { status, body } = await post(app, '/api/articles', { data: { title: 'T', views: 'q' } })
    const message = 'views must be a whole number from -9223372036854775808 to 9223372036854775807'
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { message } } })
  })

  it('in _q an underscore stands for any character', async () => {
    expect(await ask(app, { path: '/api/homepage?fields[0]=title&_q=H_me' })).toEqual({
      status: 200,
      body: { data: entry(1, { title: 'Home' }), meta: {} },
    })
  })

  it('the users of a role are not shown', async () => {
    const path = '/api/authors/1?fields[0]=id&populate[0]=user.role.users'
    const { body } = await ask(app, { path, auth: 'full' })
    expect(JSON.stringify(body)).toContain('"role":{"data":{')
    expect(JSON.stringify(body)).not.toContain('"users"')
  })

  it('names before * come first', async () => {
    const { body } = await ask(app, { path: '/api/bundles/1?fields[0]=updatedAt&fields[1]=*&fields[2]=name' })
    const { attributes } = (body as { data: { attributes: object } }).data
    expect(Object.keys(attributes)).toEqual(['updatedAt', 'name', 'createdAt', 'publishedAt'])
  })

  it('blocks of entries without envelope name their component first', async () => {
    const path = '/api/upload/files?filters[id][$lt]=4&populate[related][populate]=blocks'
    const { body } = await ask(app, { path, auth: 'full' })
    const files = body as { related?: { blocks?: object[] }[] }[]
    const blocks = files.flatMap(({ related = [] }) => related.flatMap(({ blocks = [] }) => blocks))
    expect(blocks.length).toBeGreaterThan(0)
    for (const block of blocks) expect(Object.keys(block).slice(0, 2)).toEqual(['__component', 'id'])
  })

  it('a sort through two relations counts an end that is not there as null', async () => {
    const { body } = await ask(app, { path: '/api/tags?fields[0]=id&sort=articles.cover.width:asc' })
    const ids = (body as { data: { id: number }[] }).data.map(({ id }) => id)
    if (client === 'sqlite') expect(ids).toEqual([1, 2, 3, 5, 6, 7, 9, 10])
  })
})
