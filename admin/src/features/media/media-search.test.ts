import { expect, it } from 'vitest'
import { mediaQueryOf, parseMediaSearch } from './media-search.ts'

it('reads the address of the library', () => {
  const search = { folder: '3', sort: 'name:ASC', page: '2', type: 'images', unused: 'true', view: 'table', file: '7' }
  expect(parseMediaSearch({ ...search, color: 'red' })).toEqual(search)
  expect(parseMediaSearch({ folder: 'x', sort: 'name', type: 'songs', unused: 'no', view: 'map', _q: '' })).toEqual({})
})

it('asks for the files of one folder, and looks for files in all of them', () => {
  const usual = { page: 1, pageSize: 24, sort: 'createdAt:desc' }
  expect(mediaQueryOf({})).toEqual({ ...usual, folder: 'root' })
  expect(mediaQueryOf({ folder: '3', page: '2' })).toEqual({ ...usual, page: 2, folder: 3 })
  expect(mediaQueryOf({ folder: '3', _q: 'lake' })).toEqual({ ...usual, _q: 'lake' })
  expect(mediaQueryOf({ unused: 'true', sort: 'name:ASC' })).toEqual({ ...usual, sort: 'name:asc', unused: true })
})
