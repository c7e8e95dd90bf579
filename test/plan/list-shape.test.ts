/** Lists that differ in their values alone share their statements; whatever else differs does not. */
import { expect, test } from 'vitest'
import { DEFAULT_API, DEFAULT_LIMITS } from '../../src/config/config.ts'
import { listShape } from '../../src/plan/read/list-shape.ts'
import { planRead } from '../../src/plan/read/plan-read.ts'
import type { ReadPlan } from '../../src/plan/read/read-plan.ts'
import { WIRE_DIALECTS } from '../../src/plan/wire-dialect.ts'
import { parseQuery } from '../../src/query/parse-query.ts'
import { buildSchema } from '../../src/schema/load/build-schema.ts'
import { EVERYTHING, type Json, relation, typeFile } from '../support/worlds/write-world.ts'

const ATTRIBUTES = {
  title: { type: 'string' },
  rank: { type: 'integer' },
  next: relation('oneToOne', 'api::page.page'),
}
const SEARCHED = { pluginOptions: { populus: { search: { title: 2, 'next.title': 1 } } } }
const FILES: Json = typeFile('page', ATTRIBUTES, SEARCHED)

const { schema } = buildSchema(FILES)
const settings = { ...DEFAULT_API, ...DEFAULT_LIMITS, strictTypes: false }
const context = { schema, access: EVERYTHING, dialect: WIRE_DIALECTS.document, settings, defaultLocale: 'en' }

function planned(search: string): ReadPlan {
  const request = parseQuery(search, DEFAULT_LIMITS, WIRE_DIALECTS.document)
  return planRead(request, schema.types.get('api::page.page')!, { kind: 'collection' }, context)
}

const shapeOf = (search: string) => listShape(planned(search), 0, '')

/** A page after an entry with this title. */
function after(key: string | null, id: number) {
  const page = { kind: 'cursor', direction: 'after', limit: 5, withCount: false, place: { keys: [key], id } } as const
  return listShape({ ...planned('sort=title'), page: page as ReadPlan['page'] }, 0, '')
}

test.each([
  ['filters[title]=a', 'filters[title]=b', ['a'], ['b']],
  ['filters[next][title]=a', 'filters[next][title]=b', ['a'], ['b']],
  [
    'filters[rank][$between][0]=1&filters[rank][$between][1]=2',
    'filters[rank][$between]=3&filters[rank][$between]=4',
    [1, 2],
    [3, 4],
  ],
  ['search=bread', 'search=butter', ['bread'], ['butter']],
  ['search="rye+bread"', 'search="wheat+bread"', ['rye bread'], ['wheat bread']],
])('%s and %s', (one, other, values, otherValues) => {
  const [a, b] = [shapeOf(one), shapeOf(other)]
  expect(a.key).not.toBeNull()
  expect(b.key).toBe(a.key)
  expect([a.values.slice(1), b.values.slice(1)]).toEqual([values, otherValues])
  expect(a.filterValues).toBe(values.length)
})

test('places in a list', () => {
  expect(after("'a'", 1).key).toBe(after("'b'", 2).key)
  expect(after("'a'", 7).values).toEqual([0, 7, "'a'"])
  // The filter has no part in them: all pages have one total.
  expect(after("'a'", 7).filterValues).toBe(0)
})

test.each([
  ['filters[title]=a', 'filters[title][$ne]=a'],
  ['filters[title][$in][0]=a', 'filters[title][$in][0]=a&filters[title][$in][1]=b'],
  ['search=bread', 'search=bread+butter'],
  ['search=bread', 'search="rye+bread"'],
  ['search=bread', 'search=ox'],
  ['search=bread', 'search[query]=bread&search[typos]=false'],
])('%s differs from %s', (one, other) => {
  expect(shapeOf(one).key).not.toBe(shapeOf(other).key)
})

test('totals are those of the filter and the search, whatever the page and the order are', () => {
  const keyOf = (search: string) => shapeOf(search).filterKey
  expect(keyOf('search=bread&pagination[pageSize]=2')).toBe(keyOf('search=bread&sort=title'))
  expect(keyOf('search=bread')).not.toBe(keyOf('search[query]=bread&search[typos]=false'))
})

test('a place after an entry without a title differs', () => {
  expect(after(null, 1).key).not.toBe(after("'a'", 1).key)
  expect(after('1', 1).key).not.toBe(after("'1'", 1).key)
})

test('snippets are found by the words themselves', () => {
  expect(shapeOf('search[query]=bread&search[snippets]=true').key).toBeNull()
})
