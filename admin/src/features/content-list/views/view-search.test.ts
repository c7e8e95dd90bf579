import { expect, it } from 'vitest'
import type { SavedView } from '../../../../../src/admin-api/view-api.ts'
import { isSameView, savedPart, searchOfView } from './view-search.ts'

const search = { page: '3', filters: { title: { $contains: 'x' } }, sort: 'id:DESC', columns: ['id', 'title'] }
const view: SavedView = { id: 'v1', uid: 'u', name: 'Mine', owner: 'me', mine: true, ...savedPart(search) }

it('keeps what is shown, not the page', () => {
  expect(savedPart({ ...search, view: 'v1' })).toEqual({
    query: { filters: { title: { $contains: 'x' } }, sort: 'id:DESC' },
    columns: ['id', 'title'],
  })
})

it('becomes an address again', () => {
  const { page: _, ...rest } = search
  expect(searchOfView(view)).toEqual({ ...rest, view: 'v1' })
})

it('notices a change', () => {
  expect(isSameView(view, { sort: 'id:DESC', filters: search.filters, columns: search.columns, view: 'v1' })).toBe(true)
  expect(isSameView(view, { ...search, sort: 'id:ASC' })).toBe(false)
})
