/** However a client writes a query down, it is the same query. */
import fc from 'fast-check'
import '../support/fixed-seed.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { adoptedConformanceDatabase } from '../support/worlds/conformance-data.ts'
import { PROPERTY_TIME, type PropertyServer, runs, startPropertyServer } from './property-server.ts'
import { anyQuery, pathOf } from './query-generator.ts'
import { STYLES, serialise } from './serialise.ts'

describe.each(CLIENTS)('serialisations on %s', client => {
  let server: PropertyServer

  beforeAll(async () => {
    server = await startPropertyServer(await adoptedConformanceDatabase(client))
  })

  it.each([
    ['right queries', false],
    ['queries with mistakes', true],
  ])(
    'give the same answer for %s',
    async (_title, mistakes) => {
      const property = fc.asyncProperty(anyQuery(server.model, { mistakes }), async ({ type, query }) => {
        const texts = new Set(STYLES.map(style => serialise(query, style)))
        const answers = new Map<string, string>()
        for (const text of texts) {
          const { status, body } = await server.get(`${pathOf(type)}?${text}`)
          answers.set(`${status} ${body}`, text)
        }
        expect([...answers].map(([answer, text]) => `${text}\n${answer.slice(0, 500)}`)).toHaveLength(1)
      })
      await fc.assert(property, { numRuns: runs(150) })
    },
    PROPERTY_TIME,
  )

  it(
    'right queries are answered',
    async () => {
      const property = fc.asyncProperty(anyQuery(server.model), async ({ type, query }) => {
        const { status, body } = await server.get(`${pathOf(type)}?${serialise(query)}`)
        expect([200, type.single ? 404 : 200], body.slice(0, 300)).toContain(status)
      })
      await fc.assert(property, { numRuns: runs(300) })
    },
    PROPERTY_TIME,
  )
})

describe('serialise', () => {
  const query = { sort: ['a', 'b:desc'], filters: { $or: [{ id: '1' }, { title: { $in: ['x y', '&'] } }] }, bare: null }

  it.each([
    [
      { encodedKeys: false, lists: 'indexed' },
      'sort[0]=a&sort[1]=b%3Adesc&filters[$or][0][id]=1&filters[$or][1][title][$in][0]=x%20y&filters[$or][1][title][$in][1]=%26&bare',
    ],
    [
      { encodedKeys: false, lists: 'brackets' },
      'sort[]=a&sort[]=b%3Adesc&filters[$or][0][id]=1&filters[$or][1][title][$in][]=x%20y&filters[$or][1][title][$in][]=%26&bare',
    ],
    [
      { encodedKeys: true, lists: 'repeated' },
      'sort=a&sort=b%3Adesc&filters%5B%24or%5D%5B0%5D%5Bid%5D=1&filters%5B%24or%5D%5B1%5D%5Btitle%5D%5B%24in%5D=x%20y&filters%5B%24or%5D%5B1%5D%5Btitle%5D%5B%24in%5D=%26&bare',
    ],
  ] as const)('writes %o', (style, text) => {
    expect(serialise(query, style)).toBe(text)
  })
})
