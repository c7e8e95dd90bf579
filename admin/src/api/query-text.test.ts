import { expect, it } from 'vitest'
import { parseQueryText, queryText } from './query-text.ts'

it.each([
  [{ sort: ['title:asc', 'id:desc'] }, 'sort[0]=title%3Aasc&sort[1]=id%3Adesc'],
  [
    { filters: { $or: [{ title: { $contains: 'a&b=c' } }] } },
    'filters[$or][0][title][$contains]=a%26b%3Dc'.replaceAll('$', '%24'),
  ],
  [{ _q: 'é ü', page: '2' }, '_q=%C3%A9%20%C3%BC&page=2'],
  [{}, ''],
])('writes and reads %j', (query, text) => {
  expect(queryText(query)).toBe(text)
  expect(parseQueryText(text)).toEqual(query)
})

it('leaves out what is undefined, and writes numbers and truth values', () => {
  expect(queryText({ a: undefined, b: 0, c: false, d: null })).toBe('b=0&c=false&d=')
})

it('reads names that could harm as plain names', () => {
  expect(parseQueryText('__proto__[x]=1&a[__proto__][x]=2')).toEqual(
    JSON.parse('{"__proto__":{"x":"1"},"a":{"__proto__":{"x":"2"}}}'),
  )
  expect(({} as { x?: unknown }).x).toBeUndefined()
})

it('reads a list only if it counts from 0 without gaps', () => {
  expect(parseQueryText('a[1]=x&b[0]=x&b[1]=y')).toEqual({ a: { 1: 'x' }, b: ['x', 'y'] })
})
