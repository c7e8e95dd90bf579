/** Errors say what to do, in the body and in a header. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { openGranter } from '../content/write/grant-write.ts'
import { BLOG } from '../docs/run-examples.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { startedDatabase } from '../support/prepared-database.ts'

const AS_JSON = 'send JSON, with the header Content-Type: application/json'

describe('help in errors', () => {
  let app: App
  let quiet: App
  let strapi: App

  beforeAll(async () => {
    const database = await startedDatabase('sqlite', BLOG)
    app = await buildTestApp({ folder: BLOG, database })
    quiet = await buildTestApp({ folder: BLOG, database, development: false })
    strapi = await buildTestApp({ folder: BLOG, database, dialect: 'strapi4' })
    const rights = await openGranter(BLOG, database)
    await rights.grant({ role: 'public', type: 'tag', actions: ['create'] })
  })

  test.each([
    ['/api/article', '/api/articles'],
    ['/api/article/1?fields=title', '/api/articles/1'],
    ['/api/artilces', '/api/articles'],
    ['/api/homepages', '/api/homepage'],
    ['/articles', '/api/articles'],
  ])('%s names %s', async (url, meant) => {
    const { statusCode, headers, payload } = await app.inject({ url })
    const hint = `did you mean ${meant}?`
    expect([statusCode, headers['x-populus-hint']]).toEqual([404, hint])
    expect(JSON.parse(payload).error.details).toEqual({ hint, code: headers['x-populus-error'] })
  })

  test.each(['/api/something-else', '/api/articles/nope/nope', '/nothing'])('%s names nothing', async url => {
    const { statusCode, headers } = await app.inject({ url })
    expect([statusCode, headers['x-populus-hint']]).toEqual([404, undefined])
  })

  test('outside of development, addresses are not guessed', async () => {
    expect((await quiet.inject({ url: '/api/article' })).headers['x-populus-hint']).toBeUndefined()
  })

  test('in strapi4 the body is that of Strapi', async () => {
    const { headers, payload } = await strapi.inject({ url: '/api/articles?fields[0]=titel' })
    expect(headers['x-populus-hint']).toBe('at fields; did you mean title?')
    expect(JSON.parse(payload).error.details).toEqual({})
  })

  test.each([
    [
      'application/x-www-form-urlencoded',
      '{"data":{"name":"x"}}',
      `the Content-Type is application/x-www-form-urlencoded; ${AS_JSON}`,
    ],
    ['application/json', '{"name":"x"}', 'wrap the fields in data: {"data":{"title":"x"}}'],
    ['application/json', '{"data":5}', 'data must be an object: {"data":{"title":"x"}}'],
    ['text/plain', '{"data":{"name":"x"}}', `the Content-Type is text/plain; ${AS_JSON}`],
    ['application/xml', '<data/>', `the Content-Type is application/xml; ${AS_JSON}`],
    [undefined, '{"data":{"name":"x"}}', `the request has no body, or no Content-Type; ${AS_JSON}`],
    [undefined, undefined, `the request has no body, or no Content-Type; ${AS_JSON}`],
  ])('a body with the type %s: %s', async (type, payload, hint) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/tags',
      headers: type === undefined ? {} : { 'content-type': type },
      ...(payload === undefined ? {} : { payload }),
    })
    expect(answer.statusCode).toBe(400)
    expect(JSON.parse(answer.payload).error.details.hint).toBe(hint)
  })
})
