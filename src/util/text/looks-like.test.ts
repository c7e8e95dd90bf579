import { expect, test } from 'vitest'
import { looksLike } from './looks-like.ts'

const KNOWN = ['fields', 'populate', 'filters', 'sort', 'pagination', 'publicationState', 'locale', '_q', 'pageSize']

test.each([
  ['filter', 'filters'],
  ['Filters', 'filters'],
  ['populat', 'populate'],
  ['pouplate', 'populate'],
  ['field', 'fields'],
  ['sortBy', 'sort'],
  ['pagesize', 'pageSize'],
  ['page_size', 'pageSize'],
  ['publication_state', 'publicationState'],
  ['locales', 'locale'],
  ['q', '_q'],
])('%s looks like %s', (name, expected) => {
  expect(looksLike(name, KNOWN)).toBe(expected)
})

test.each(['utm_source', '_', '', 'port', 'v', 'fbclid', 'order', 'token', 'search', 'nonsense'])(
  '%s looks like nothing of ours',
  name => {
    expect(looksLike(name, KNOWN)).toBeUndefined()
  },
)
