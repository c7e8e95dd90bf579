import { expect, test } from 'vitest'
import { withoutComments } from './without-comments.ts'

test('comments are left out, one without an end is kept', () => {
  expect(withoutComments('a/* b */c/**/d')).toBe('acd')
  expect(withoutComments('a/*/b*/c')).toBe('ac')
  expect(withoutComments('a/* b')).toBe('a/* b')
})
