/** Names that every object has, such as `__proto__`, in what clients send to a Strapi project: they reach no object but the request's. */
import { describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, type Client, freshDatabase } from '../support/databases.ts'
import { apiOf } from '../support/worlds/strapi-api.ts'
import { projectFolder, typeFile } from './adopt/project-folder.ts'

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']

const FILES = {
  ...typeFile('page', { title: { type: 'string' }, zone: { type: 'dynamiczone', components: ['shared.text'] } }),
  ...apiOf('page'),
  'src/components/shared/text.json': JSON.stringify({
    collectionName: 'texts',
    attributes: { text: { type: 'string' } },
  }),
  'content/permissions.json': JSON.stringify({ public: ['api::page.page.find', 'api::page.page.create'] }),
  'src/api/page/controllers/page.js': `
const { createCoreController } = require('@strapi/strapi').factories
module.exports = createCoreController('api::page.page', () => ({
  async find(ctx) {
    ctx.query.filters = { title: 'shown' }
    ctx.query.fields = ['title']
    return super.find(ctx)
  },
}))`,
  'src/api/look/routes/look.js': `module.exports = { routes: [
    { method: 'GET', path: '/look/:name', handler: 'look.up', config: { auth: false } },
    { method: 'POST', path: '/look', handler: 'look.echo', config: { auth: false } },
  ] }`,
  'src/api/look/controllers/look.js': `
const { createCoreController } = require('@strapi/strapi').factories
const reason = ask => { try { return ask() } catch (error) { return error.message } }
module.exports = createCoreController('api::page.page', ({ strapi }) => ({
  up({ params: { name }, query }) {
    const found = [strapi.contentType(name), strapi.getModel(name), strapi.plugin(name), strapi.service(name)]
    return {
      found: found.map(value => value ?? null),
      metadata: [strapi.db.metadata.has(name), reason(() => strapi.db.metadata.get(name)), reason(() => strapi.db.query(name))],
      query: Object.keys(query),
    }
  },
  echo(ctx) {
    return this.transformResponse(ctx.request.body.data)
  },
}))`,
}

async function open(client: Client): Promise<App> {
  const database = await freshDatabase(client)
  return buildTestApp({ folder: projectFolder(FILES), database, dialect: 'strapi4', strapi: true })
}

describe.each(CLIENTS)('%s', client => {
  test('a query', async () => {
    const app = await open(client)
    for (const title of ['shown', 'hidden'])
      await app.inject({ method: 'POST', url: '/api/pages', payload: { data: { title } } })
    const answer = {
      data: [{ id: 1, attributes: { title: 'shown' } }],
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 1, total: 1 } },
    }
    for (const search of [
      ...NAMES,
      '__proto__[filters][title]=hidden',
      '__proto__=1&constructor[prototype][fields]=id',
    ]) {
      expect((await app.inject(`/api/pages?${search}`)).json()).toEqual(answer)
      const plain = {} as Readonly<Record<string, unknown>>
      expect([plain.filters, plain.fields, (Object as unknown as typeof plain).filters]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    }
  })
})

test('the name of a model or plugin', async () => {
  const app = await open('sqlite')
  for (const name of NAMES)
    expect((await app.inject(`/api/look/${name}?${name}`)).json()).toEqual({
      found: [null, null, null, null],
      metadata: [false, `Model ${name} not found`, `Model ${name} not found`],
      query: [],
    })
})

test('the name of a component, and of an attribute', async () => {
  const app = await open('sqlite')
  const zone = NAMES.map(__component => ({ id: 1, __component, text: 'x' }))
  const payload = `{"data":{"id":1,"title":"t","constructor":{"a":1},"__proto__":{"b":1},"zone":${JSON.stringify(zone)}}}`
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/api/look', payload, headers })
  expect(answer.body).toBe(
    `{"data":{"id":1,"attributes":{"title":"t","constructor":{"a":1},"__proto__":{"b":1},"zone":${JSON.stringify(zone)}}},"meta":{}}`,
  )
})
