/** Queries that differ in the values of their filters share a plan: each of them is answered as if it were the only one. */
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase } from '../../support/databases.ts'
import { PROJECT } from '../write/write-app.ts'

/** `…` stands for a value. */
const SHAPES = [
  'filters[title]=…',
  'filters[title][$eq]=…&filters[id][$lte]=…',
  'filters[title][$contains]=…&sort=title:desc',
  'filters[title][$eqi]=…',
  'filters[title][$startsWith]=…&fields[0]=title',
  'filters%5Btitle%5D%5B%24ne%5D=…',
  'filters[id][$in][0]=…&filters[id][$in][1]=…',
  'filters[id][$in][]=…&filters[id][$in][]=…',
  'filters[id][$notIn][0]=…&filters[id][$notIn][1]=…',
  'filters[id][$between][0]=…&filters[id][$between][1]=…',
  'filters[id][$between]=…&filters[id][$between][0]=…',
  '%66ilters[title]=a&filters[id][$lt]=…',
  'filters[title][$eq][0]=…&filters[title][$eq][1]=…',
  'filters[title][$null]=…',
  'filters[id]=…&filters[id]=…',
  'filters[id][0]=…&filters[id][1]=…',
  'filters[$or][0][title]=…&filters[$or][1][id][$gt]=…',
  'filters[$not][title][$contains]=…',
  'filters[id][$not][$gte]=…',
  'filters[owner][name]=…&populate=owner',
  'filters[owner]=…',
  'filters[tags][$count][$gte]=…',
  'filters[tags][name][$in]=…&populate[tags][filters][name][$ne]=red',
  'filters[nothing]=…',
  'filters[title][$nothing]=…',
  'filters=…',
  'filters[createdAt][$lt]=…',
  'pagination[withCount]=false&filters[id][$gte]=…',
]

const VALUES = [
  ...[
    'a',
    'b',
    'A',
    '1',
    '2',
    '3',
    '99',
    'a b',
    'a+b',
    'a%20b',
    '%61',
    '%',
    '%25',
    '%25a',
    'a%25',
    '_',
    '%5C',
    '%5Ba%5D',
    '[a]',
  ],
  ...[
    '',
    '=',
    'a=b',
    '%00',
    '%C3%A4',
    'true',
    'false',
    'null',
    '1e1',
    '-1',
    '9999999999',
    '99999999999999999999',
    '2024-01-01',
  ],
  ...['3000-01-01T00:00:00.000Z', '&filters[id]=1', 'red', 'ann'],
]

/** Of each shape. */
const QUERIES = 14

describe.each(CLIENTS)('on %s', client => {
  test('whatever the values are', { timeout: 240_000 }, async () => {
    const database = await freshDatabase(client)
    const open = (cache: object) => buildTestApp({ folder: PROJECT, database, dialect: 'strapi4', cache })
    const sharing = await open({ responses: true, totals: true, columnsFrom: 1 })
    const alone = await open({ responses: false, totals: false, size: 0 })
    const send = async (path: string, data: object) => {
      const { body } = await sharing.inject({ method: 'POST', url: `/api/${path}`, payload: { data } })
      return (JSON.parse(body) as { data: { id: number } }).data.id
    }
    const owner = await send('people', { name: 'ann' })
    const tags = [await send('labels', { name: 'red' }), await send('labels', { name: 'blue' })]
    for (const [index, title] of ['a', 'b', 'A', 'a b', 'a%b', 'ä', 'true', '_'].entries())
      await send('items', { title, code: `c${index}`, ...(index % 2 === 0 && { owner, tags: tags.slice(index % 4) }) })
    for (const [number, shape] of SHAPES.entries()) {
      const queries = Array.from({ length: QUERIES }, (_, index) => {
        let place = number * QUERIES + index
        return shape.replaceAll('…', () => VALUES[(place++ * 11) % VALUES.length]!)
      })
      const ask = async (app: typeof alone, query: string) => {
        const { statusCode, headers, body } = await app.inject({ url: `/api/items?${query}` })
        return { query, statusCode, hint: headers['x-populus-hint'], body }
      }
      const answers = await Promise.all(queries.map(query => ask(alone, query)))
      for (const [index, query] of queries.entries()) expect(await ask(sharing, query)).toEqual(answers[index])
      // Whichever of them was planned.
      for (const [index, query] of [...queries.entries()].reverse())
        expect(await ask(sharing, query)).toEqual(answers[index])
    }
  })
})
