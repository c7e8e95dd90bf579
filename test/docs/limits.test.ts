/** `docs/reference/limits.md`: every limit is listed with its default, and one request above it gets the documented answer. */
import { rm } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { DEFAULT_API, DEFAULT_LIMITS, type Limits } from '../../src/config/config.ts'
import { PASSWORD_COST } from '../../src/identity/sign-in/password-hash.ts'
import { Turns } from '../../src/storage/turns.ts'
import { copyOfBlog } from '../cli/run-populus.ts'
import { openGranter } from '../content/write/grant-write.ts'
import { PROJECT as WRITABLE } from '../content/write/write-app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { CLIENTS, onServer, type PostgresConfig } from '../support/databases.ts'
import { startedDatabase } from '../support/prepared-database.ts'
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

/**
 * Limits that are not met by the length of a query alone. Those of slow clients are tested in `test/http`, those of
 * images in `test/media/images`.
 */
type Apart =
  | 'cost'
  | 'expensiveCost'
  | 'answerLength'
  | 'bodySize'
  | 'bodyDepth'
  | 'statementTimeout'
  | 'bodyPasswords'
  | 'passwordQueue'
  | 'passwordWait'
  | 'requestTimeout'
  | 'uploadRate'
  | 'formFiles'
  | 'formFields'
  | 'readerTimeout'
  | 'expensiveQueries'
  | 'imagePixels'
  | 'imageMemory'
  | 'imageQueue'
  | 'imageWait'
  | 'imageTimeout'
  | 'deepEntries'
  | 'deepLength'

const DATES = ['writtenOn', 'reviewedAt', 'createdAt', 'updatedAt', 'publishedAt']
const PLAIN = ['id', 'title', 'slug', 'summary', 'body', 'kind', 'readingTime', 'featured', 'locale', ...DATES]
const BUCKETS = ['day', 'week', 'month', 'quarter', 'year']
const AGGREGATED = [
  ...[...PLAIN, ...DATES.flatMap(date => BUCKETS.map(bucket => `${date}:${bucket}`))].map(key => `groupBy[]=${key}`),
  ...['min', 'max'].flatMap(measure => ['readingTime', ...DATES].map(name => `${measure}[]=${name}`)),
]

/** A query of a given size, in the unit of the limit. */
const QUERIES: Readonly<Record<Exclude<keyof Limits, Apart>, (size: number) => string>> = {
  queryLength: size => `articles?x=${'y'.repeat(size - 2)}`,
  parameters: size => `articles?${times(size, index => `x${index}=1`).join('&')}`,
  listLength: size => `articles?${times(size, index => `filters[id][$in][${index}]=${index}`).join('&')}`,
  populateNodes: size => `categories/2?populate=${toAndFro(['parent', 'children'], size).join('.')}`,
  deepLevels: size => `tags?populate=deep,${size}`,
  filterTerms: size => `articles?${times(size, index => `filters[$and][${index}][id][$ne]=0`).join('&')}`,
  aggregateValues: size => `articles/aggregate?${AGGREGATED.slice(0, size).join('&')}`,
  patternLength: size => `articles?filters[title][$contains]=${'x'.repeat(size)}`,
  searchWords: size => `articles?search=${times(size, index => `word${index}`).join('+')}`,
  patternWildcards: size => `articles?filters[title][$contains]=x${'_'.repeat(size)}`,
  queryDepth: size => `articles?filters${'[$not]'.repeat(size - 1)}[id]=1`,
  relationHops: size => `articles?sort=category.${'parent.'.repeat(size - 1)}name`,
  toManySortHops: size => `articles?sort=${toAndFro(['tags', 'articles'], size).join('.')}.id`,
  relatedSortKeys: size => {
    const keys = times(size, index => `category.${'parent.'.repeat(index % 11)}${index < 11 ? 'name' : 'slug'}`)
    return `articles?sort=${keys.join(',')}`
  },
  answerEntries: size => `categories/2?populate=${toAndFro(['parent', 'children'], size - 1).join('.')}`,
}

/** No query above meets two limits of a line, so that one server can have them all. */
const TOGETHER: readonly (readonly (keyof Limits)[])[] = [
  ['filterTerms', 'patternWildcards', 'relationHops'],
  ['listLength', 'patternLength'],
  ['parameters', 'populateNodes', 'toManySortHops', 'relatedSortKeys', 'queryDepth'],
]

describe.each(CLIENTS)('limits on %s', client => {
  const LIMIT = 5
  let open: (limits: Partial<Limits>) => Promise<App>
  let app: App

  beforeAll(async () => {
    const database = await startedDatabase(client, BLOG)
    // Its named queries need more than some of these limits, so that it would not start.
    const blog = await copyOfBlog()
    await rm(join(blog, 'queries'), { recursive: true })
    const opened = new Map<string, Promise<App>>()
    open = limits => {
      const key = JSON.stringify(limits)
      const known = opened.get(key) ?? buildTestApp({ folder: blog, database, limits })
      opened.set(key, known)
      return known
    }
    app = await open({})
    await (await openGranter(BLOG, database)).grant({ role: 'public', type: 'article', actions: ['aggregate'] })
  })

  test.each(Object.entries(QUERIES))('one more than limits.%s is refused as documented', async (name, query) => {
    const setting = name as keyof Limits
    const together = TOGETHER.find(settings => settings.includes(setting)) ?? [setting]
    const limited = await open(Object.fromEntries(together.map(other => [other, LIMIT])))
    expect((await limited.inject(`/api/${query(LIMIT)}`)).statusCode).toBe(200)
    expect(await refusal(limited, `/api/${query(LIMIT + 1)}`)).toEqual(documented(setting, LIMIT))
  })

  const defaults = Object.entries(QUERIES).filter(([name]) => name !== 'answerEntries')
  test.each(defaults)('one more than the default of limits.%s is refused', async (name, query) => {
    const setting = name as keyof Limits
    const limit = DEFAULT_LIMITS[setting]
    // The text of a longest list is longer than the longest query, and has more parameters.
    const more = { queryLength: 1_000_000, parameters: 10_000 }
    const roomy = await open(setting in more ? { ...more, [setting]: limit } : more)
    expect((await roomy.inject(`/api/${query(limit)}`)).statusCode).toBe(200)
    expect(await refusal(roomy, `/api/${query(limit + 1)}`)).toEqual(documented(setting, limit))
  })

  test.each([
    ['relationHops', 30],
    ['toManySortHops', 10],
  ] as const)('limits.%s may be lifted to %i', async (setting, most) => {
    const lifted = await open({ [setting]: most })
    expect((await lifted.inject(`/api/${QUERIES[setting](most)}`)).statusCode).toBe(200)
    expect(await refusal(lifted, `/api/${QUERIES[setting](most + 1)}`)).toEqual(documented(setting, most))
  })

  test('limits.relationHops counts for each filter, too', async () => {
    const hops = (count: number) => `filters[${toAndFro(['author', 'articles'], count).join('][')}]`
    const limit = DEFAULT_LIMITS.relationHops
    expect((await app.inject(`/api/articles?${hops(limit)}[id]=1&filters[tags][id]=1`)).statusCode).toBe(200)
    const { status, message } = documented('relationHops', limit)
    expect(await refusal(app, `/api/articles?${hops(limit + 1)}[id]=1`)).toEqual({
      status,
      message: message.replace('sort', hops(limit + 1)),
    })
  })

  test('filters that are too complex for the database are refused as documented', async () => {
    // SQLite adds up the depths of the conditions on all levels; PostgreSQL has no such bound within ours.
    const within = `filters[${toAndFro(['author', 'articles'], 20).join('][')}]`
    const query = times(100, index => `${within}[$and][${index}][id][$not][$null]=true`).join('&')
    const roomy = await open({ queryLength: 1_000_000 })
    if (client === 'postgres') expect((await roomy.inject(`/api/articles?${query}`)).statusCode).toBe(200)
    else {
      const [, message] = /\b400\b.*\s`(The query is too complex .+)`/.exec(PAGE)!
      expect(await refusal(roomy, `/api/articles?${query}`)).toEqual({ status: 400, message })
    }
  })

  test('relations within groups within relations take no longer than others', async () => {
    const levels = toAndFro(['author', 'articles'], 20).map(name => `[${name}]`)
    const upTo = (count: number) => `filters${levels.slice(0, count).join('[$or][0]')}`
    const others = levels.map((_, index) => `${upTo(index + 1)}[$or][1][id]=5`)
    // SQLite prepared this for minutes, and in gigabytes.
    const ask = (count: number) => {
      const filters = [...others.slice(0, count), `${upTo(count)}[$or][0][id]=1`]
      return cpuTime(async () =>
        expect((await app.inject(`/api/articles?fields[0]=id&${filters.join('&')}`)).statusCode).toBe(200),
      )
    }
    await ask(2)
    const half = await ask(10)
    expect(await ask(20)).toBeLessThan(100 + 10 * half)
  })

  test('no relation may be followed where the limits are 0', async () => {
    const limited = await open({ relationHops: 0, toManySortHops: 0, relatedSortKeys: 0 })
    expect((await limited.inject('/api/articles?sort=title&filters[id]=1')).statusCode).toBe(200)
    const refused = documented('relationHops', 0)
    expect(await refusal(limited, '/api/articles?sort=author.name')).toEqual(refused)
    const message = refused.message.replace('sort', 'filters[author]')
    expect(await refusal(limited, '/api/articles?filters[author][name]=x')).toEqual({ ...refused, message })
  })

  test('a populated level does not count for limits.queryDepth, in whichever form', async () => {
    const limited = await open({ queryDepth: 3, populateNodes: 10 })
    const brackets = `populate${times(10, index => (index % 2 === 0 ? '[parent]' : '[children]')).join('[populate]')}=true`
    expect((await limited.inject(`/api/categories?${brackets}`)).statusCode).toBe(200)
    expect(
      (await limited.inject(`/api/categories?${encodeURIComponent(brackets).replace('%3D', '=')}`)).statusCode,
    ).toBe(200)
    const deeper = brackets.replace('=true', '[populate][parent]=true')
    expect(await refusal(limited, `/api/categories?${deeper}`)).toEqual(documented('populateNodes', 10))
  })

  test('a query above limits.cost is refused with the figure of the worked example', async () => {
    const limited = await open({ cost: 1000 })
    expect((await limited.inject('/api/articles?fields[0]=title')).statusCode).toBe(200)
    const [, message] = /\b400\b.*\s`(The query would cost \d+ points, more than 1000 .+)`/.exec(PAGE)!
    const [, points] = /On PostgreSQL the same query\scosts (\d+) points/.exec(PAGE)!
    const refused = await refusal(limited, '/api/articles?fields[0]=title&sort=tags.articles.title')
    if (client === 'sqlite') expect(refused).toEqual({ status: 400, message })
    else expect(refused.message).toContain(`would cost ${points} points`)
    const [, , , , status] = SETTINGS.find(([name]) => name === 'limits.cost')!
    expect(status).toBe('400')
  })

  test('rows are counted while they are read, and no further level is read beyond limits.answerEntries', async () => {
    const statements: string[] = []
    const database = await startedDatabase(client, BLOG)
    const limits = { answerEntries: 100 }
    const limited = await buildTestApp({
      folder: BLOG,
      database,
      limits,
      onStatement: ({ text }) => statements.push(text),
    })
    statements.length = 0
    expect(await refusal(limited, '/api/tags?populate[articles][populate][0]=author')).toEqual(
      documented('answerEntries', 100),
    )
    expect(statements.join()).toContain('articles')
    expect(statements.join()).not.toContain('authors')
  })

  test('an answer longer than limits.answerLength is refused as documented', async () => {
    const limited = await open({ answerLength: 2000 })
    expect((await limited.inject('/api/articles?fields[0]=title&pagination[pageSize]=5')).statusCode).toBe(200)
    expect(await refusal(limited, '/api/articles?populate=*')).toEqual(documented('answerLength', 2000))
    expect((await limited.inject('/api/articles?fields[0]=title&pagination[pageSize]=5')).statusCode).toBe(200)
  })

  test('a body larger than limits.bodySize is refused as documented', async () => {
    const limited = await open({ bodySize: 100 })
    const payload = { data: { title: 'x'.repeat(100) } }
    const answer = await refusal(limited, { method: 'POST', url: '/api/articles', payload })
    expect(answer).toEqual(documented('bodySize', 100))
  })

  test('a body deeper than limits.bodyDepth, or with more passwords than limits.bodyPasswords, is refused as documented', async () => {
    const database = await startedDatabase(client, WRITABLE)
    const limited = await buildTestApp({ folder: WRITABLE, database, limits: { bodyDepth: 3, bodyPasswords: 0 } })
    const payload = (data: unknown) => ({ data: { title: 'x', data } })
    const answer = await limited.inject({ method: 'POST', url: '/api/items', payload: payload({ a: [1] }) })
    expect(answer.statusCode).toBe(200)
    const refused = await refusal(limited, { method: 'POST', url: '/api/items', payload: payload({ a: [[1]] }) })
    expect(refused).toEqual(documented('bodyDepth', 3))
    const post = (data: object) => ({ method: 'POST', url: '/api/items', payload: { data } }) as const
    expect((await limited.inject(post({ title: 'x' }))).statusCode).toBe(200)
    expect(await refusal(limited, post({ title: 'x', secret: 'y' }))).toEqual(documented('bodyPasswords', 0))
  })

  test.each(['passwordQueue', 'passwordWait'] as const)('limits.%s is kept as documented', async setting => {
    const database = await startedDatabase(client, WRITABLE)
    const limited = await buildTestApp({
      folder: WRITABLE,
      database,
      limits: { [setting]: 1 },
      passwordCost: PASSWORD_COST,
    })
    const post = { method: 'POST', url: '/api/items', payload: { data: { title: 'x', secret: 'y' } } } as const
    const answers = await Promise.all(times(8, String).map(() => limited.inject(post)))
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    // Which one comes first is not said. A busy machine may let all of them wait for too long.
    if (setting === 'passwordQueue') expect(refused.length).toBeLessThan(answers.length)
    const found = refused.map(answer => ({ status: answer.statusCode, message: answer.json().error.message }))
    expect(new Set(found.map(answer => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify(documented(setting, 1))]),
    )
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
})

test('a statement that takes longer than limits.statementTimeout is refused as documented (postgres)', async () => {
  const database = (await startedDatabase('postgres', BLOG)) as PostgresConfig
  const app = await buildTestApp({ folder: BLOG, database, limits: { statementTimeout: 1000 } })
  await onServer(database.url, sql =>
    sql.begin(async transaction => {
      await transaction`lock table articles in access exclusive mode`
      expect(await refusal(app, '/api/articles?fields[0]=id')).toEqual(documented('statementTimeout', 1000))
    }),
  )
  expect((await app.inject('/api/articles?fields[0]=id')).statusCode).toBe(200)
})

test('more expensive queries than limits.expensiveQueries are refused as documented', async () => {
  const turns = new Turns({ size: DEFAULT_LIMITS.expensiveQueries, mostWaiting: 0, patience: 5000 })
  for (let running = 0; running < DEFAULT_LIMITS.expensiveQueries; running += 1) await turns.take()
  await expect(turns.take()).rejects.toMatchObject(documented('expensiveQueries', DEFAULT_LIMITS.expensiveQueries))
})

test('a head that is far too long is refused as documented', async () => {
  const app = await buildTestApp({ folder: BLOG, database: await startedDatabase('sqlite', BLOG) })
  const { address } = await app.listen()
  const answerTo = (length: number) =>
    new Promise<string>((resolve, reject) => {
      get(`${address}/api/tags?x=${'y'.repeat(length)}`, answer => {
        answer
          .setEncoding('utf8')
          .once('data', (body: string) => resolve(`${answer.statusCode} ${answer.headers['x-populus-error']} ${body}`))
      }).on('error', reject)
    })
  const { queryLength } = DEFAULT_LIMITS
  expect(await answerTo(queryLength * 4)).toMatch(/^414 Q120 /)
  const refused = await answerTo(queryLength * 4 + 16 * 1024)
  const [, message] = /the answer is 400, `(.+)`/.exec(PAGE)!
  expect(refused).toMatch(/^400 Q109 /)
  expect(refused).toContain(`"message":"${message}"`)
})
