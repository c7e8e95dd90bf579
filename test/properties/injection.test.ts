/** A hostile name or value, wherever it stands, is a name or a value and nothing else. */
import fc from 'fast-check'
import '../support/fixed-seed.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS } from '../support/databases.ts'
import { adoptedConformanceDatabase } from '../support/worlds/conformance-data.ts'
import { INJECTIONS } from './hostile-texts.ts'
import {
  expectSoundReply,
  PROPERTY_RUNS,
  PROPERTY_TIME,
  type PropertyServer,
  runs,
  startPropertyServer,
} from './property-server.ts'
import { pathOf, type Query, readableTypes } from './query-generator.ts'
import { STYLES, serialise } from './serialise.ts'

/** Every place of a query that takes a text from outside. */
const PLACES: readonly ((text: string) => Query)[] = [
  text => ({ [text]: 'x' }),
  text => ({ fields: [text] }),
  text => ({ fields: text }),
  text => ({ sort: text }),
  text => ({ sort: [`author.${text}:asc`] }),
  text => ({ sort: `title:${text}` }),
  text => ({ sort: { [text]: 'asc' } }),
  text => ({ sort: { author: { [text]: 'desc' } } }),
  text => ({ populate: text }),
  text => ({ populate: [text, `author.${text}`] }),
  text => ({ populate: { [text]: 'true' } }),
  text => ({ populate: { author: text } }),
  text => ({ populate: { author: { fields: [text] } } }),
  text => ({ populate: { author: { sort: [text] } } }),
  text => ({ populate: { author: { filters: { [text]: 'x' } } } }),
  text => ({ populate: { author: { filters: { name: text } } } }),
  text => ({ populate: { author: { populate: [text] } } }),
  text => ({ populate: { author: { [text]: text } } }),
  text => ({ populate: { tags: { ordering: text } } }),
  text => ({ populate: { tags: { count: text } } }),
  text => ({ populate: { tags: { limit: text } } }),
  text => ({ populate: { tags: { pagination: { page: text } } } }),
  text => ({ populate: { tags: { publicationState: text } } }),
  text => ({ populate: { blocks: { on: { [text]: 'true' } } } }),
  text => ({ populate: { blocks: { on: { 'blocks.quote': { fields: [text] } } } } }),
  text => ({ populate: { blocks: { on: { 'blocks.quote': { filters: { text: { $contains: text } } } } } } }),
  text => ({ filters: { [text]: 'x' } }),
  text => ({ filters: { [text]: { [text]: text } } }),
  text => ({ filters: { title: { [text]: 'x' } } }),
  text => ({ filters: { author: { [text]: 'x' } } }),
  text => ({ filters: { $or: [{ [text]: 'x' }, { title: text }] } }),
  text => ({ filters: text }),
  ...[
    '$eq',
    '$ne',
    '$eqi',
    '$nei',
    '$lt',
    '$gte',
    '$contains',
    '$notContainsi',
    '$startsWith',
    '$endsWithi',
    '$null',
  ].map(operator => (text: string) => ({ filters: { title: { [operator]: text } } })),
  ...[
    'id',
    'title',
    'kind',
    'body',
    'content',
    'eventDate',
    'eventTime',
    'eventAt',
    'stampAt',
    'rank',
    'views',
    'rating',
    'price',
    'featured',
    'metadata',
  ].flatMap(name => [
    (text: string) => ({ filters: { [name]: text } }),
    (text: string) => ({ filters: { [name]: { $in: [text, text] } } }),
    (text: string) => ({ filters: { [name]: { $between: [text, text] } } }),
    (text: string) => ({ filters: { [name]: { $containsi: text } } }),
  ]),
  text => ({ filters: { metadata: { [text]: { $eq: '1' } } } }),
  text => ({ filters: { metadata: { $jsonSupersetOf: text } } }),
  text => ({ filters: { author: text } }),
  text => ({ filters: { author: { $in: [text] } } }),
  text => ({ filters: { tags: { name: { $in: [text] } } } }),
  text => ({ pagination: { page: text } }),
  text => ({ pagination: { limit: text } }),
  text => ({ pagination: { withCount: text } }),
  text => ({ pagination: { [text]: '1' } }),
  text => ({ locale: text }),
  text => ({ locale: [text, 'en'] }),
  text => ({ locale: { $contains: text } }),
  text => ({ locale: { [text]: 'en' } }),
  text => ({ publicationState: text }),
  text => ({ _q: text }),
]

describe.each(CLIENTS)('injections on %s', client => {
  let server: PropertyServer

  beforeAll(async () => {
    server = await startPropertyServer(await adoptedConformanceDatabase(client))
  })

  const everything = async () => {
    const paths = readableTypes(server.model).map(
      type => `${pathOf(type)}?populate=*&publicationState=preview&locale=all&pagination[pageSize]=100`,
    )
    return Promise.all(paths.map(async path => (await server.get(path)).body))
  }

  it(
    'stay texts at every place, and change nothing',
    async () => {
      const before = await everything()
      const known = new Set(await ids('publicationState=preview&locale=all&pagination[pageSize]=100'))
      for (const [index, place] of PLACES.entries()) {
        // Every text at some places, and every place with some texts; all of them when there is time.
        const texts = INJECTIONS.filter((_, at) => PROPERTY_RUNS > 1 || (at + index) % 5 === 0)
        for (const text of texts) {
          const path = `/api/articles?${serialise(place(text))}`
          const reply = await server.get(path)
          expectSoundReply(reply)
          expect(reply.body, path).not.toMatch(/syntax|SQLITE|unrecognized token|no such column|relation "/i)
          expect(idsOf(reply.body)?.filter(id => !known.has(id)) ?? [], path).toEqual([])
        }
      }
      expect(await everything()).toEqual(before)
    },
    PROPERTY_TIME,
  )

  it(
    'reach the database as bound values only',
    async () => {
      const mark = fc
        .string({ unit: 'grapheme-ascii', minLength: 4, maxLength: 12 })
        .map(text => `'"\`;${text.replaceAll('"', '')}xyzzy`)
      const property = fc.asyncProperty(
        mark,
        fc.constantFrom(...PLACES),
        fc.constantFrom(...STYLES),
        async (text, place, style) => {
          server.statements()
          expectSoundReply(await server.get(`/api/articles?${serialise(place(text), style)}`))
          expect(server.statements().filter(statement => statement.includes('xyzzy'))).toEqual([])
        },
      )
      await fc.assert(property, { numRuns: runs(300) })
    },
    PROPERTY_TIME,
  )

  it('a condition that is always true elsewhere is a text here', async () => {
    for (const text of ["' or 1=1--", '" or 1=1--', "') OR 1=1--", "x' or 'a'='a"]) {
      const search = serialise({ filters: { title: text } })
      expect(await ids(search)).toEqual([])
      expect(await ids(serialise({ filters: { title: { $in: [text] } } }))).toEqual([])
      expect(await ids(serialise({ _q: text }))).toEqual([])
      expect(await ids(serialise({ locale: text }))).toEqual([])
    }
  })

  async function ids(search: string): Promise<readonly number[] | undefined> {
    return idsOf((await server.get(`/api/articles?${search}`)).body)
  }
})

function idsOf(body: string): readonly number[] | undefined {
  const { data } = JSON.parse(body) as { data: readonly { id: number }[] | null }
  return data?.map(({ id }) => id)
}
