/** Every request of the query and writing references, and its answer, checked by a proxy that knows only the OpenAPI document. */
import { describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { openGranter } from '../content/write/grant-write.ts'
import { type DialectName, readExamples } from '../docs/documented-examples.ts'
import { BLOG } from '../docs/run-examples.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, type Client } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
import { validatingProxy } from './validating-proxy.ts'

const DIALECTS: readonly DialectName[] = ['document', 'strapi4']

/** The forms of these answers would make every list in generated code a union, so they are not described. */
const NOT_DESCRIBED = [/\[(count|exists|ids)\]=true/, /format=flat/, /^\/api\/homepage\?.*locale=all/]

/** A list of problems, and how many requests of each kind there were. */
async function send(app: App, page: string, client: Client, dialect: DialectName) {
  const proxy = validatingProxy((await app.inject('/api/openapi.json')).json())
  const problems: string[] = []
  const found = { passed: 0, refused: 0, caught: 0 }
  for (const { method, url, body: payload } of requestsOf(page, client, dialect)) {
    const headers = payload === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
    const body = answer.payload === '' ? '' : answer.json()
    const wrong = proxy.request(method, url, payload === undefined ? undefined : JSON.parse(payload))
    if (answer.statusCode === 400) found[wrong.length > 0 ? 'caught' : 'refused'] += 1
    else if (answer.statusCode === 200) problems.push(...wrong.map(problem => `${method} ${url}: ${problem}`))
    if (NOT_DESCRIBED.some(pattern => pattern.test(url))) continue
    const misread = proxy.answer(method, url, answer.statusCode, body)
    problems.push(...misread.map(problem => `answer of ${method} ${url}: ${problem}`))
    if (answer.statusCode === 200 && wrong.length === 0 && misread.length === 0) found.passed += 1
  }
  return { problems, found }
}

function requestsOf(page: string, client: Client, dialect: DialectName) {
  return readExamples(page)
    .filter(({ clients, dialects }) => clients.includes(client) && dialects.includes(dialect))
    .flatMap(({ requests }) => requests)
}

describe.each(CLIENTS)('every read on %s', client => {
  test.each(DIALECTS)('in the dialect %s', async dialect => {
    const app = await buildTestApp({ folder: BLOG, database: await startedDatabase(client, BLOG), dialect })
    const { problems, found } = await send(app, 'query.md', client, dialect)
    expect(problems).toEqual([])
    expect(found.passed).toBeGreaterThan(150)
    // What is refused for a name or a value is refused by the proxy too; it cannot know limits and combinations.
    expect(found.caught).toBeGreaterThan(found.refused)
  })
})

test('every aggregate', async () => {
  const database = await startedDatabase('sqlite', BLOG)
  const app = await buildTestApp({ folder: BLOG, database })
  await (await openGranter(BLOG, database)).grant({ role: 'public', type: 'article', actions: ['aggregate'] })
  const { problems, found } = await send(app, 'query-aggregate.md', 'sqlite', 'document')
  expect(problems).toEqual([])
  expect(found).toEqual({ passed: 5, refused: 0, caught: 1 })
})

describe('every write', () => {
  const WRITING = ['create', 'update', 'delete']
  const GRANTS = [
    { type: 'article', actions: [...WRITING, 'createLocalization'] },
    { type: 'author', actions: WRITING },
    { type: 'homepage', actions: WRITING },
    { type: 'tag', actions: WRITING, writeFields: ['name', 'slug'] },
  ]

  test.each(DIALECTS)('in the dialect %s', async dialect => {
    const database = await startedDatabase('sqlite', BLOG)
    const app = await buildTestApp({ folder: BLOG, database, dialect })
    const rights = await openGranter(BLOG, database)
    for (const grant of GRANTS) await rights.grant({ role: 'public', ...grant })
    const { problems, found } = await send(app, 'writing.md', 'sqlite', dialect)
    expect(problems).toEqual([])
    expect(found.passed).toBeGreaterThanOrEqual(10)
  })
})
