/** Queries that once differed from a real Strapi 4.26.2, found by the differential test, with Strapi's answers. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/app.ts'
import { ask, SECRETS } from '../conformance/cases.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../support/worlds/conformance-data.ts'

const entry = (id: number, attributes: object = {}) => ({ id, attributes })
const refused = (name: string) => ({
  data: null,
  error: { status: 400, name: 'ValidationError', message: `Invalid parameter ${name}`, details: {} },
})

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
