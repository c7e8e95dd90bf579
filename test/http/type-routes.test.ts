/** The routes of content types, which the web server knows once for all types: only those of each type exist. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { freshDatabase, temporaryFolder } from '../support/databases.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../support/worlds/world.ts'
import { typeFile } from '../support/worlds/write-world.ts'

let app: App
beforeAll(async () => {
  const database = await worldDatabase('sqlite')
  app = await buildTestApp({ folder: WORLD, database, secrets: WORLD_SECRETS, dialect: 'strapi4' })
})

const ask = async (method: string, url: string) => {
  const { statusCode, headers } = await app.inject({
    method: method as 'GET',
    url,
    headers: await headersOf('full-access'),
  })
  return `${statusCode} ${headers.allow ?? ''}`.trim()
}

test.each(['/api/articles', '/API/Articles', '/api/%61rticles', '/api/articles/', '/api/articles?x=/api/tags#x'])(
  'another spelling of a path is the same path: %s',
  async url => {
    expect(await ask('GET', url)).toBe('200')
    expect(await ask('HEAD', url)).toBe('200')
  },
)

test.each([
  ['GET', '/api/nothing', '404'],
  ['GET', '/api/article', '404'],
  ['GET', '/api/articles%2F1', '404'],
  ['GET', '/api/%E0%A4%A', '400'],
  ['GET', '/api//articles', '404'],
  ['GET', '/api/homepage/1', '404'],
  ['GET', '/api/homepages', '404'],
  ['GET', '/api/articles/1/more', '404'],
  ['GET', '/api/:type(.+)', '404'],
  ['GET', '/api/GET%20', '404'],
  // A type without drafts has no schedule, and one without translations gets none.
  ['GET', '/api/authors/1/schedule', '404'],
  ['POST', '/api/authors/1/localizations', '404'],
  ['GET', '/api/homepage/schedule', '404'],
  ['PUT', '/api/articles', '405 HEAD, GET, POST'],
  ['POST', '/api/articles/1', '405 HEAD, GET, PUT, DELETE'],
  ['POST', '/api/homepage', '405 HEAD, GET, PUT, DELETE'],
  ['OPTIONS', '/api/articles', '200 HEAD, GET, POST'],
  ['OPTIONS', '/api/Articles/7', '200 HEAD, GET, PUT, DELETE'],
  ['OPTIONS', '/api/homepage', '200 HEAD, GET, PUT, DELETE'],
])('%s %s is %s', async (method, url, expected) => {
  expect(await ask(method, url)).toBe(expected)
})

test('the routes that are listed are those of the types', () => {
  const routes = app.routes.map(({ method, url }) => `${method} ${url}`)
  expect(routes).toEqual(
    expect.arrayContaining([
      'GET /api/articles',
      'HEAD /api/articles',
      'GET /api/articles/:id',
      'POST /api/articles/:id/localizations',
      'GET /api/tags/:id/schedule',
      'QUERY /api/homepage',
      'PUT /api/homepage',
    ]),
  )
  expect(routes.filter(route => route.includes(':type'))).toEqual([])
  expect(new Set(routes).size).toBe(routes.length)
})

test('a type whose name is the beginning of another one, or of a parameter, has its own entries', async () => {
  const folder = temporaryFolder()
  const files = ['car', 'carpet', 'type'].map(name => typeFile(name, { name: { type: 'string' } }))
  for (const [path, schema] of Object.entries(Object.assign({}, ...files))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify({ kind: 'collectionType', ...(schema as object) }))
  }
  const { inject } = await buildTestApp({ folder, database: await freshDatabase('sqlite') })
  for (const [url, status] of [
    ['/api/cars', 403],
    ['/api/carpets', 403],
    ['/api/types', 403],
    ['/api/carp', 404],
    ['/api/type', 404],
  ] as const)
    expect([url, (await inject({ method: 'GET', url })).statusCode]).toEqual([url, status])
})
