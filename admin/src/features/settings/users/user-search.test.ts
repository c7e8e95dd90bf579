import { expect, it } from 'vitest'
import { parseUserSearch, userQueryOf } from './user-search.ts'

it('keeps what it knows', () => {
  const search = parseUserSearch({ q: 'mia', role: '', blocked: 'true', page: 2, pageSize: 'x', other: '1' })
  expect(search).toEqual({ q: 'mia', blocked: 'true', page: '2' })
  expect(userQueryOf(search)).toEqual({ q: 'mia', blocked: true, page: 2, pageSize: 25 })
})

it('asks for no more than the server gives', () => {
  expect(userQueryOf({ pageSize: '5000' })).toEqual({ page: 1, pageSize: 100 })
})
