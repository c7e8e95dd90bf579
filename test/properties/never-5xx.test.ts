/** Whatever is asked, the answer is content or a refusal in Strapi's form, and it comes in time. */
import fc from 'fast-check'
import '../support/fixed-seed.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { adoptedConformanceDatabase } from '../support/worlds/conformance-data.ts'
import { HOSTILE_QUERIES, INJECTIONS, junkQuery, mutated } from './hostile-texts.ts'
import { expectSoundReply, PROPERTY_TIME, type PropertyServer, runs, startPropertyServer } from './property-server.ts'
import { anyQuery, pathOf, readableTypes } from './query-generator.ts'
import { STYLES, serialise } from './serialise.ts'

describe.each(CLIENTS)('no request breaks the server on %s', client => {
  let server: PropertyServer

  beforeAll(async () => {
    server = await startPropertyServer(await adoptedConformanceDatabase(client))
  })

  const check = async (path: string) => expectSoundReply(await server.get(path))

  it.each(Object.entries(HOSTILE_QUERIES))(
    '%s',
    async (_title, queries) => {
      const prototype = Object.getOwnPropertyNames(Object.prototype)
      const broken: string[] = []
      for (const query of queries) {
        const path = `/api/articles?${query}`
        await check(path).catch((error: Error) => broken.push(`${path.slice(0, 150)}: ${error.message.slice(0, 300)}`))
      }
      expect(broken).toEqual([])
      expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype)
      expect(({} as { x?: unknown }).x).toBeUndefined()
    },
    PROPERTY_TIME,
  )

  it(
    'queries with mistakes',
    () => {
      const property = fc.asyncProperty(
        anyQuery(server.model, { mistakes: true }),
        fc.constantFrom(...STYLES),
        async ({ type, query }, style) => check(`${pathOf(type)}?${serialise(query, style)}`),
      )
      return fc.assert(property, { numRuns: runs(400) })
    },
    PROPERTY_TIME,
  )

  it(
    'mutated queries',
    () => {
      const broken = anyQuery(server.model, { mistakes: true }).chain(({ type, query }) =>
        mutated(serialise(query)).map(search => `${pathOf(type)}?${search}`),
      )
      return fc.assert(fc.asyncProperty(broken, check), { numRuns: runs(500) })
    },
    PROPERTY_TIME,
  )

  it(
    'junk in the query',
    () => {
      const property = fc.asyncProperty(
        fc.constantFrom(...readableTypes(server.model).map(pathOf), '/api/articles/1'),
        fc.oneof(junkQuery(), fc.string({ unit: 'binary', maxLength: 60 })),
        async (path, search) => check(`${path}?${search}`),
      )
      return fc.assert(property, { numRuns: runs(500) })
    },
    PROPERTY_TIME,
  )

  it(
    'junk in the path',
    async () => {
      const piece = fc.oneof(
        fc.constantFrom(...INJECTIONS.map(encodeURIComponent), ...JUNK_PIECES),
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.string({ unit: 'binary', maxLength: 20 }).map(text => encodeURIComponent(Buffer.from(text).toString())),
      )
      const path = fc
        .tuple(
          fc.constantFrom('/api/articles/', '/api/', '/api/articles/1/', '/api/homepage/', '/', '/uploads/'),
          fc.array(piece, { minLength: 1, maxLength: 3 }),
          fc.constantFrom('', '?populate=*', '/'),
        )
        .map(([start, pieces, end]) => start + pieces.join('/') + end)
        // The start page, and what needs no JSON, are not meant here.
        .filter(text => !/^\/*(\?|#|_health|$)/i.test(text))
      for (const example of JUNK_PIECES) {
        await check(`/api/articles/${example}`)
        await check(`/api/${example}`)
      }
      await fc.assert(fc.asyncProperty(path, check), { numRuns: runs(400) })
    },
    PROPERTY_TIME,
  )

  it('an id that is no plain number does not exist', async () => {
    for (const id of [
      '1e0',
      '1e3',
      '0x1',
      '1;drop',
      '%00',
      '0',
      '-1',
      '1.0',
      '%201',
      '+1',
      '%D9%A3',
      '9'.repeat(300),
      '2147483648',
      'count',
    ])
      expect(await server.get(`/api/articles/${id}`)).toMatchObject({ status: 404 })
  })

  it('is healthy after all of this', async () => {
    expect(await server.get('/api/articles?fields=title&pagination[pageSize]=1')).toMatchObject({ status: 200 })
  })
})

const JUNK_PIECES = [
  '%zz',
  '%',
  '%00',
  '%2e%2e%2f',
  '..%2fusers',
  '..',
  '.',
  ':id',
  ':x(',
  '*',
  '*a',
  '(',
  '[',
  '%5B',
  '%c0%af',
  '%ed%a0%80',
  '__proto__',
  'constructor',
  'articles;x=1',
  'articles.',
  'ARTICLES',
  '1',
  'a'.repeat(3000),
  '%41'.repeat(1000),
]
