/** Answers that are kept for a query of a project's code are not those of an address with the same text, nor the other way round. */
import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { EventReader } from '../live/event-reader.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'
import { apiOf } from '../support/worlds/strapi-api.ts'
import { projectFolder, typeFile } from './adopt/project-folder.ts'

const ACTIONS = ['article.article.find', 'article.article.findOne', 'article.article.create', 'choice.choice.find']

const FILES = {
  ...typeFile('article', { title: { type: 'string' }, featured: { type: 'boolean' } }),
  ...apiOf('article'),
  'content/permissions.json': JSON.stringify({
    public: [...ACTIONS, 'choice.choice.findOne'].map(name => `api::${name}`),
  }),
  'src/api/choice/routes/choice.js': `module.exports = { routes: [
    { method: 'GET', path: '/choices/:featured', handler: 'choice.find' },
    { method: 'GET', path: '/choices/:featured/:id', handler: 'choice.findOne' },
  ] }`,
  'src/api/choice/controllers/choice.js': `
const ask = action => ctx => {
  const { featured } = ctx.params
  ctx.query = action === 'find' ? { filters: { featured } } : { fields: [featured] }
  return strapi.controller('api::article.article')[action](ctx)
}
module.exports = { find: ask('find'), findOne: ask('findOne') }`,
}

/** Other clients encode what stands between quotation marks. */
function get(address: string, path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { path }, async answer => {
      const parts = await answer.toArray()
      resolve(JSON.parse(Buffer.concat(parts).toString()))
    })
    sent.on('error', reject)
    sent.end()
  })
}

const titles = (answer: unknown) =>
  (answer as { data: readonly { attributes: { title: string } }[] }).data.map(({ attributes }) => attributes.title)

describe.each(CLIENTS)('%s', client => {
  let address: string

  beforeAll(async () => {
    const database = await freshDatabase(client)
    const app = await buildTestApp({ folder: projectFolder(FILES), database, dialect: 'strapi4', strapi: true })
    for (const [title, featured] of [
      ['first', true],
      ['second', false],
    ])
      await app.inject({ method: 'POST', url: '/api/articles', payload: { data: { title, featured } } })
    address = (await app.listen(0)).address
  })

  test('what no code has touched is pushed, and what code answers is not', async () => {
    const types = await Promise.all(
      ['articles', 'choices/true'].map(async path => {
        const reader = new EventReader()
        const { headers } = await reader.open(`${address}/api/${path}`)
        reader.close()
        return headers.get('content-type')
      }),
    )
    expect(types).toEqual(['text/event-stream; charset=utf-8', 'application/json; charset=utf-8'])
  })

  test('the address is asked first', async () => {
    expect(titles(await get(address, '/api/articles?{"filters":{"featured":"true"}}'))).toEqual(['first', 'second'])
    expect(titles(await get(address, '/api/choices/true'))).toEqual(['first'])
  })

  test('the code is asked first', async () => {
    expect(titles(await get(address, '/api/choices/false'))).toEqual(['second'])
    expect(titles(await get(address, '/api/articles?{"filters":{"featured":"false"}}'))).toEqual(['first', 'second'])
  })

  test('one entry', async () => {
    const whole = await get(address, '/api/articles/1?{"fields":["title"]}')
    expect(await get(address, '/api/choices/title/1')).toEqual({
      data: { id: 1, attributes: { title: 'first' } },
      meta: {},
    })
    expect(whole).toMatchObject({ data: { id: 1, attributes: { title: 'first', featured: true } }, meta: {} })
    expect(await get(address, '/api/articles/1?{"fields":["title"]}')).toEqual(whole)
  })
})
