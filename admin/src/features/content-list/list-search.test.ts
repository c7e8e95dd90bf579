import { expect, it } from 'vitest'
import { listQueryOf, parseSort } from './list-request.ts'
import { parseListSearch } from './list-search.ts'

it('reads the address of a list', () => {
  const search = {
    page: '2',
    pageSize: '50',
    sort: 'title:DESC',
    _q: 'tea',
    filters: { title: { $contains: 'x' } },
    locale: 'de',
    status: 'draft',
    columns: ['id', 'title'],
    view: 'v1',
  }
  expect(parseListSearch(search)).toEqual(search)
})

it('reads the addresses of Strapi', () => {
  expect(parseListSearch({ page: '1', plugins: { i18n: { locale: 'fr' } }, sort: ['id:ASC'] })).toEqual({
    page: '1',
    locale: 'fr',
    sort: 'id:ASC',
  })
})

it('leaves out what it does not know', () => {
  expect(parseListSearch({ page: '-1', pageSize: 'x', status: 'gone', filters: {}, _q: '', color: 'red' })).toEqual({})
})

it('makes the request of a list', () => {
  expect(listQueryOf({ page: '2', sort: 'title:DESC', view: 'v1', locale: 'de' })).toEqual({
    pagination: { page: 2 },
    sort: 'title:desc',
    locale: 'de',
  })
  expect(listQueryOf({})).toEqual({})
})

it('reads a sort', () => {
  expect(parseSort('title:desc')).toEqual({ by: 'title', order: 'DESC' })
  expect(parseSort('title')).toEqual({ by: 'title', order: 'ASC' })
  expect(parseSort(undefined)).toBeUndefined()
})
