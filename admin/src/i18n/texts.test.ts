import { expect, it } from 'vitest'
import { fill, lookUp } from './texts.ts'

it('fills in values, and leaves what has none', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}')
})

it('falls back to English, then to the key', () => {
  const sources = [{ list: { title: 'Liste' } }, { list: { title: 'List', more: 'More' } }]
  expect(['list.title', 'list.more', 'list.less'].map(key => lookUp(sources, key))).toEqual([
    'Liste',
    'More',
    'list.less',
  ])
})
