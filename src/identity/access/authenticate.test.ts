import { expect, test } from 'vitest'
import { bearerToken } from './authenticate.ts'

test.each([
  ['Bearer abc', 'abc'],
  ['bearer   abc', 'abc'],
  [undefined, undefined],
  ['', undefined],
  ['Basic abc', undefined],
  ['Bearer', undefined],
  ['Bearer ', undefined],
  ['Bearer a b', undefined],
  ['abc', undefined],
])('%j', (header, token) => {
  expect(bearerToken(header)).toBe(token)
})
