/** Every operator on every attribute with long and odd values: an answer, or a 400 that names the parameter. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/app.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../support/worlds/conformance-data.ts'
import { PROPERTY_TIME } from './property-server.ts'

const LONG = 'x'.repeat(60_000)
const TEXT_OPERATORS = ['$eq', '$ne', '$eqi', '$nei', '$startsWith', '$startsWithi', '$endsWith', '$endsWithi'] as const
const OPERATORS = [
  ...TEXT_OPERATORS,
  ...['$contains', '$containsi', '$notContains', '$notContainsi', '$lt', '$lte', '$gt', '$gte', '$in', '$notIn'],
  ...['$between', '$null', '$notNull', '$not', '$and', '$or'],
]
const ATTRIBUTES = [
  ...['id', 'title', 'slug', 'summary', 'body', 'kind', 'contactEmail', 'rank', 'views', 'rating', 'price', 'featured'],
  ...[
    'eventDate',
    'eventTime',
    'eventAt',
    'stampAt',
    'metadata',
    'content',
    'author',
    'tags',
    'seo',
    'cover',
    'locale',
  ],
]
const VALUES: readonly unknown[] = [
  ...[
    LONG,
    'é'.repeat(30_000),
    '🙂'.repeat(13_000),
    'x'.repeat(900_000),
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '',
    ' ',
  ],
  ...['%', '_', '\\', '%'.repeat(60), '1e400', '-0', 'NaN', '9'.repeat(400), `-${'9'.repeat(30)}`, '0x10', 'Infinity'],
  ...['2020-13-45', '99999-01-01', '24:61:61', '0000-00-00T00:00:00Z', '-271821-04-19', '+275761-01-01T00:00:00Z'],
  ...[
    1e308,
    -1e308,
    2 ** 63,
    2 ** 31,
    0.1,
    null,
    true,
    [],
    [[]],
    {},
    [null, null],
    ['a', {}],
    { $eq: 'x' },
    [LONG, LONG],
  ],
  Array.from({ length: 1001 }, (_, index) => index),
]
const { PROPERTY_RUNS, PROPERTY_SEED = '0' } = process.env
/** One in so many combinations, others with each seed. */
const STEP = PROPERTY_RUNS === undefined ? 61 : Number(PROPERTY_RUNS) < 10 ? 3 : 1
const FIRST = PROPERTY_RUNS === undefined ? 0 : Number(PROPERTY_SEED) % STEP

describe.each(CLIENTS)('operators on %s', client => {
  let app: App
  beforeAll(async () => {
    app = await buildTestApp({
      folder: CONFORMANCE_PROJECT,
      database: await adoptedConformanceDatabase(client),
      dialect: client === 'sqlite' ? 'document' : 'strapi4',
    })
  })

  const ask = async (filters: object, more: object = {}) => {
    const payload = { filters, fields: ['id'], pagination: { pageSize: 1 }, ...more }
    const answer = await app.inject({ method: 'POST', url: '/api/articles/query', payload })
    return { status: answer.statusCode, body: answer.body.slice(0, 400) }
  }

  it.each(['$eqi', '$nei', '$startsWith', '$startsWithi'])('%s refuses what no database compares', async operator => {
    expect(await ask({ title: { [operator]: LONG } })).toMatchObject({
      status: 400,
      body: expect.stringContaining(
        `filters[title][${operator}]: the text has more than 50000 bytes, and this operator compares no longer ones`,
      ),
    })
    expect(await ask({ title: { [operator]: 'x'.repeat(49_000) } })).toMatchObject({ status: 200 })
  })

  it('long words are refused in searches too', async () => {
    expect(await ask({}, { _q: LONG })).toMatchObject({ status: 400, body: expect.stringContaining('_q') })
    // Where nothing is indexed, the dialect of Strapi passes over it.
    for (const search of [LONG, { query: LONG }])
      expect((await ask({}, { search })).status).toBe(client === 'sqlite' ? 400 : 200)
  })

  it('$eq and $in compare texts of any length', async () => {
    for (const condition of [{ $eq: LONG }, { $in: [LONG] }, { $gt: LONG }])
      expect(await ask({ title: condition })).toMatchObject({ status: 200 })
  })

  it(
    'give an answer or a 400 that names the parameter, whatever the value',
    async () => {
      const broken: unknown[] = []
      const asked = new Map<number, number>()
      let index = 0
      for (const attribute of ATTRIBUTES)
        for (const operator of OPERATORS)
          for (const value of VALUES) {
            index += 1
            if (index % STEP !== FIRST) continue
            const { status, body } = await ask({ [attribute]: { [operator]: value } })
            asked.set(status, (asked.get(status) ?? 0) + 1)
            const isSound =
              status === 200 ||
              (status === 413 && body.includes('limit')) ||
              (status === 400 && body.includes('filters'))
            const isNamed =
              status === 400 && /limit|Invalid (parameter|key|format, expected|time format, expected)/.test(body)
            if (!isSound && !isNamed)
              broken.push([attribute, operator, JSON.stringify(value).slice(0, 60), status, body])
          }
      console.log(`operators on ${client}:`, Object.fromEntries(asked))
      expect(broken.slice(0, 10)).toEqual([])
      expect(asked.get(200)).toBeGreaterThan(10)
    },
    // All combinations are 23,000 requests, one after another.
    2 * PROPERTY_TIME,
  )
})
