/**
 * Names such as `constructor`, which every object of JavaScript has: wherever a name can stand, they are as unknown as any other
 * unknown name.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { copyOfBlog } from '../cli/run-populus.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../support/databases.ts'

const UNKNOWN = 'nonsuch'
const NAMES = Object.getOwnPropertyNames(Object.prototype)

/** In the address of a list. `N` is the name. */
const QUERIES = [
  ...['filters[N]=1', 'filters[N][$eq]=1', 'filters[title][N]=1', 'filters[author][N]=1', 'filters[author][name][N]=1'],
  ...['filters[seo][N]=1', 'filters[seo][N][$eq]=1', 'filters[$or][0][N]=1', 'filters[$not][N]=1'],
  ...['sort=N', 'sort=N:desc', 'sort=author.N', 'sort=seo.N', 'sort[0]=title&sort[1]=N', 'sort[N]=asc'],
  ...['sort[author][N]=asc', 'sort=title:N', 'fields=N', 'fields[0]=title&fields[1]=N', 'fields[N]=1', 'fields=-N'],
  ...[
    'populate=N',
    'populate[0]=N',
    'populate=author.N',
    'populate[N]=true',
    'populate[N][fields]=title',
    'populate=-N',
  ],
  ...['populate[author][N]=1', 'populate[author][populate][N]=true', 'populate[author][populate]=N'],
  ...['populate[author][fields]=N', 'populate[author][sort]=N', 'populate[author][filters][N]=1'],
  ...[
    'populate[author][count]=N',
    'populate[tags][ordering]=N',
    'populate[seo][fields]=N',
    'populate[seo][populate]=N',
  ],
  ...['populate[blocks][on][N]=true', 'populate[blocks][on][N][fields]=x', 'populate[blocks][components]=N'],
  ...['populate[blocks][on][blocks.quote][fields]=N', 'populate[blocks][on][blocks.quote][populate]=N'],
  ...['pagination[withCount]=N', 'publicationState=N', 'locale=N', 'fallback=N', 'search[N]=1', 'search[typos]=N'],
  ...['format=N', 'N=1&fields=title&pagination[limit]=1', 'N[x]=1&fields=title&pagination[limit]=1'],
]

const AGGREGATES = [
  ...['groupBy[]=N&count', 'groupBy[]=author.N&count', 'groupBy[]=seo.N', 'sum[]=N', 'count&filters[N]=1'],
  ...['groupBy[]=kind&count&sort=N', 'groupBy[]=kind&count&having[N][$gt]=1'],
  ...['groupBy[]=kind&count&having[count][N]=1', 'groupBy[]=publishedAt:N&count'],
]

const PARAMETERS = ['tags=x&N=1', 'N[a]=1', 'page[N]=1', 'N=1']

const QUERY_BODIES = [
  ...['{"filters":{"N":1}}', '{"filters":{"author":{"N":1}}}', '{"filters":{"title":{"N":1}}}', '{"sort":["N"]}'],
  ...['{"filters":{"$or":[{"N":1}]}}', '{"sort":{"N":"asc"}}', '{"fields":["N"]}', '{"populate":["N"]}'],
  ...['{"populate":{"N":true}}', '{"populate":{"author":{"N":1}}}', '{"populate":{"author":{"populate":{"N":true}}}}'],
  ...['{"populate":{"author":{"fields":["N"]}}}', '{"populate":{"blocks":{"on":{"N":true}}}}'],
]

const BODIES = [
  ...['"N":1', '"N":{"a":1}', '"blocks":[{"__component":"N"}]', '"kind":"N"'],
  ...['"seo":{"metaTitle":"x","N":1}', '"blocks":[{"__component":"blocks.quote","text":"x","N":1}]'],
]

const PATHS = ['/api/N', '/api/articles/slug:N', '/api/articles/N:x', '/api/queries/N', '/admin/api/N', '/N']

describe.each(CLIENTS)('on %s', client => {
  let app: App
  beforeAll(async () => {
    const folder = await copyOfBlog()
    const types = readdirSync(join(folder, 'src/api'))
    const actions = ['find', 'findOne', 'create', 'aggregate']
    const rights = types.flatMap(type => actions.map(action => `api::${type}.${type}.${action}`))
    writeFileSync(join(folder, 'content/permissions.json'), JSON.stringify({ public: rights }))
    app = await buildTestApp({ folder, database: await freshDatabase(client), dialect: 'document' })
  })

  const answer = async (path: string, name: string, body?: string) => {
    const given = body === undefined ? {} : { method: 'POST' as const, payload: body.replaceAll('N', name) }
    const headers = { 'content-type': 'application/json' }
    const { statusCode, payload } = await app.inject({ url: path.replaceAll('N', name), headers, ...given })
    return { status: statusCode, body: payload.replaceAll(name, 'N') }
  }
  const differences = async (path: string, body?: string) => {
    const expected = await answer(path, UNKNOWN, body)
    const found: unknown[] = []
    for (const name of NAMES) {
      const given = await answer(path, name, body)
      if (given.status !== expected.status || given.body !== expected.body)
        found.push({ path, body, name, given, expected })
    }
    return { found, status: expected.status }
  }
  const checkAll = async (requests: readonly (readonly [string, string?])[], status?: number) => {
    const all = []
    for (const [path, body] of requests) {
      const { found, status: seen } = await differences(path, body)
      all.push(...found)
      if (status !== undefined) expect({ path, body, status: seen }).toEqual({ path, body, status })
    }
    expect(all).toEqual([])
  }

  test('in addresses of lists', () => checkAll(QUERIES.map(query => [`/api/articles?${query}`])))
  test('in aggregates', () =>
    checkAll(
      AGGREGATES.map(query => [`/api/articles/aggregate?${query}`]),
      400,
    ))
  test('in parameters of named queries', () =>
    checkAll(
      PARAMETERS.map(query => [`/api/queries/latest?${query}`]),
      400,
    ))
  test('in queries that are a body', () =>
    checkAll(
      QUERY_BODIES.map(body => ['/api/articles/query', body]),
      400,
    ))
  test('in content', () =>
    checkAll(
      BODIES.map(part => ['/api/articles', `{"data":{"title":"x","slug":"x",${part}}}`]),
      400,
    ))
  test('in paths', () => checkAll(PATHS.map(path => [path])))
})
