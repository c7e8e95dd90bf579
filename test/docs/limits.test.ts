/** `docs/reference/limits.md`: every limit is listed with its default, and one request above it gets the documented answer. */
import { get } from 'node:http'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { DEFAULT_API, DEFAULT_LIMITS, type Limits } from '../../src/config/config.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS, freshDatabase, onServer } from '../support/databases.ts'
import { pageText, tableRows } from './documented-examples.ts'
import { BLOG, runExamples } from './run-examples.ts'

const PAGE = pageText('limits.md')
const SETTINGS = tableRows(PAGE, 'setting')

/** `times(3, index => ...)` as a list of three. */
function times(count: number, make: (index: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** A path through two relations that lead to and fro. */
const toAndFro = (names: readonly [string, string], length: number) => times(length, index => names[index % 2]!)

type Refusal = { readonly status: number; readonly message: string }

/** What the page says of a limit, with another limit in the place of the default. */
function documented(setting: keyof Limits, limit: number): Refusal {
  const [, value, , , status, message] = SETTINGS.find(([name]) => name === `limits.${setting}`) ?? []
  return { status: Number(status), message: message!.replace(String(value), String(limit)) }
}

async function refusal(app: App, request: InjectOptions | string): Promise<Refusal> {
  const answer = await app.inject(request)
  const { error } = answer.json() as { error: { status: number; message: string } }
  expect(error.status).toBe(answer.statusCode)
  return { status: answer.statusCode, message: error.message }
}

runExamples('limits.md')

test('limits.md lists every limit with its default', () => {
  const limits = Object.entries(DEFAULT_LIMITS).map(([name, value]) => [`limits.${name}`, String(value)])
  const pages = (['defaultLimit', 'maxLimit'] as const).map(name => [`api.${name}`, String(DEFAULT_API[name])])
  expect(SETTINGS.map(([setting, value]) => [setting, value])).toEqual([...limits, ...pages])
})

/** A query of a given size, in the unit of the limit. */
const QUERIES: Readonly<Record<Exclude<keyof Limits, 'bodySize' | 'statementTimeout'>, (size: number) => string>> = {
  queryLength: size => `x=${'y'.repeat(size - 2)}`,
  parameters: size => times(size, index => `x${index}=1`).join('&'),
  listLength: size => times(size, index => `filters[id][$in][${index}]=${index}`).join('&'),
  populateNodes: size => `populate=${toAndFro(['author', 'articles'], size).join('.')}`,
  filterTerms: size => times(size, index => `filters[$and][${index}][id][$ne]=0`).join('&'),
}

/** The bounds that are no settings, by their line in the page, with a query of a given size. */
const FIXED: readonly (readonly [string, (size: number) => string])[] = [
  ['brackets in one parameter', size => `populate${'[x]'.repeat(size)}=1`],
  [
    'relations, media and components followed by one filter',
    size => `filters[${toAndFro(['author', 'articles'], size).join('][')}][id]=1`,
  ],
  [
    'relations, media and components followed by one sort key',
    size => `sort=category.${'parent.'.repeat(size - 1)}name`,
  ],
  ['relations to many among them', size => `sort=${toAndFro(['tags', 'articles'], size).join('.')}.id`],
  [
    'sort keys that are attributes of related entries',
    size =>
      `sort=${times(size, index => `category.${'parent.'.repeat(index % 11)}${index < 11 ? 'name' : 'slug'}`).join(',')}`,
  ],
]

describe.each(CLIENTS)('limits on %s', client => {
  const LIMIT = 5
  let open: (limits: Partial<Limits>) => Promise<App>
  let app: App

  beforeAll(async () => {
    const database = await freshDatabase(client)
    open = limits => buildTestApp({ folder: BLOG, database, limits })
    app = await open({})
  })

  test.each(Object.entries(QUERIES))('one more than limits.%s is refused as documented', async (name, query) => {
    const setting = name as keyof Limits
    const limited = await open({ [setting]: LIMIT })
    expect((await limited.inject(`/api/articles?${query(LIMIT)}`)).statusCode).toBe(200)
    expect(await refusal(limited, `/api/articles?${query(LIMIT + 1)}`)).toEqual(documented(setting, LIMIT))
  })

  test.each(Object.entries(QUERIES))('one more than the default of limits.%s is refused', async (name, query) => {
    const setting = name as keyof Limits
    // The text of a longest list is longer than the longest query.
    const roomy = await open({ queryLength: setting === 'queryLength' ? DEFAULT_LIMITS.queryLength : 1_000_000 })
    const { status, message } = await refusal(roomy, `/api/articles?${query(DEFAULT_LIMITS[setting] + 1)}`)
    expect(status).toBe(documented(setting, 0).status)
    expect(message).toContain(String(DEFAULT_LIMITS[setting]))
  })

  test('a body larger than limits.bodySize is refused as documented', async () => {
    const limited = await open({ bodySize: 100 })
    const payload = { data: { title: 'x'.repeat(100) } }
    const answer = await refusal(limited, { method: 'POST', url: '/api/articles', payload })
    expect(answer).toEqual(documented('bodySize', 100))
  })

  test('the largest page size is taken in the place of a larger one', async () => {
    const { meta } = (await app.inject('/api/tags?pagination[pageSize]=101')).json()
    expect(meta.pagination.pageSize).toBe(DEFAULT_API.maxLimit)
    expect((await app.inject('/api/tags')).json().meta.pagination.pageSize).toBe(DEFAULT_API.defaultLimit)
  })

  test.each([60, 199])('populate may go %i levels deep', async levels => {
    const names = toAndFro(['parent', 'children'], levels)
    const dots = await app.inject(`/api/categories/2?populate=${names.join('.')}`)
    const brackets = await app.inject(
      `/api/categories/2?populate${names.map(name => `[${name}]`).join('[populate]')}=true`,
    )
    expect(dots.statusCode).toBe(200)
    expect(brackets.payload).toBe(dots.payload)
    expect(dots.payload.match(/"(?:parent|children)":\{"data"/g)).toHaveLength(levels)
  })

  test.each(FIXED)('the fixed bound on %s is as documented', async (what, query) => {
    const [, most, documented] = tableRows(PAGE, 'what').find(([name]) => name === what)!
    const within = await app.inject(`/api/articles?fields[0]=id&${query(Number(most))}`)
    expect(within.statusCode).toBe(200)
    const { status, message } = await refusal(app, `/api/articles?${query(Number(most) + 1)}`)
    expect({ status, message: message.replace(/filters\S+:/, 'filters...:') }).toEqual({
      status: 400,
      message: documented,
    })
  })
})

test('limits.md lists every fixed bound', () => {
  expect(tableRows(PAGE, 'what').map(([what]) => what)).toEqual(FIXED.map(([what]) => what))
})

test('a statement that takes longer than limits.statementTimeout is refused as documented (postgres)', async () => {
  const database = await freshDatabase('postgres')
  const app = await buildTestApp({ folder: BLOG, database, limits: { statementTimeout: 300 } })
  await onServer(database.url, sql =>
    sql.begin(async transaction => {
      await transaction`lock table articles in access exclusive mode`
      expect(await refusal(app, '/api/articles?fields[0]=id')).toEqual(documented('statementTimeout', 300))
    }),
  )
  expect((await app.inject('/api/articles?fields[0]=id')).statusCode).toBe(200)
})

test('a head that is far too long is refused as documented', async () => {
  const app = await buildTestApp({ folder: BLOG, database: await freshDatabase('sqlite') })
  const { address } = await app.listen()
  const answerTo = (length: number) =>
    new Promise<string>((resolve, reject) => {
      get(`${address}/api/tags?x=${'y'.repeat(length)}`, answer => {
        answer.setEncoding('utf8').once('data', (body: string) => resolve(`${answer.statusCode} ${body}`))
      }).on('error', reject)
    })
  const { queryLength } = DEFAULT_LIMITS
  expect(await answerTo(queryLength * 4)).toMatch(/^414 /)
  const refused = await answerTo(queryLength * 4 + 16 * 1024)
  const [, message] = /the answer is 400, `(.+)`/.exec(PAGE)!
  expect(refused).toMatch(/^400 /)
  expect(refused).toContain(`"message":"${message}"`)
})
