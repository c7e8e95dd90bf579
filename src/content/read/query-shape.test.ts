import { expect, test } from 'vitest'
import { parseText } from '../../query/parse-text.ts'
import { queryShape } from './query-shape.ts'

const LIMITS = {
  queryLength: 100_000,
  parameters: 1000,
  queryDepth: 20,
  populateNodes: 100,
  listLength: 100,
} as unknown as Parameters<typeof parseText>[1]
const shape = (search: string) => queryShape(parseText(search, LIMITS))

test.each([
  ['filters[slug]=tide', 'filters[slug]=…'],
  ['filters[id][$in][0]=1&filters[id][$in][1]=2', 'filters[id][$in]=…'],
  [
    'populate[0]=author&populate[1]=tags&fields[]=title&fields[]=slug',
    'fields[0]=title&fields[1]=slug&populate=author,tags',
  ],
  ['populate[tags][limit]=3&populate[tags][fields][0]=name', 'populate[tags][fields][0]=name&populate[tags][limit]=…'],
  ['populate[blocks][on][blocks.hero]=true', 'populate[blocks][on][blocks.hero]=true'],
  ['_q=secret&locale=en&publicationState=preview', '_q=…&locale=en&publicationState=preview'],
  ['pagination[page]=7&pagination[pageSize]=10', 'pagination[page]=…&pagination[pageSize]=…'],
  ['sort=title:desc&unknown=secret', 'sort=title:desc'],
  ['count&groupBy[]=createdAt:month&having[count][$gt]=3', 'count=…&groupBy=createdAt:month&having[count][$gt]=…'],
])('%s has the shape %s', (search, expected) => {
  expect(shape(search)).toBe(expected)
})

test('the order of parameters means nothing', () => {
  expect(shape('sort=id&fields=title')).toBe(shape('fields=title&sort=id'))
})

test('conditions that differ only in their values are named once', () => {
  const search = 'filters[$or][0][title]=a&filters[$or][1][title]=b&filters[$or][2][slug][$eq]=c'
  expect(shape(search)).toBe('filters[$or][0][slug][$eq]=…&filters[$or][1][title]=…')
})

test('what cannot be a name is hidden wherever it is', () => {
  expect(shape('filters[a%20secret]=x&fields=a%20secret&locale=%3Ctoken%3E')).toBe('fields=…&filters[…]=…&locale=…')
})

test('a long shape is cut', () => {
  const search = Array.from({ length: 90 }, (_, index) => `filters[$and][0][${'x'.repeat(60)}${index}]=1`).join('&')
  expect(shape(search).length).toBeLessThan(2010)
})

test('each level of nested conditions is written once', () => {
  let asked = 0
  const ownKeys = (target: object) => {
    asked += 1
    return Reflect.ownKeys(target)
  }
  let condition = new Proxy<object>({ id: '1' }, { ownKeys })
  for (let level = 0; level < 12; level += 1)
    condition = new Proxy({ author: { $or: [condition, { id: '5' }] } }, { ownKeys })
  queryShape({ filters: condition } as Parameters<typeof queryShape>[0])
  expect(asked).toBe(13)
})
