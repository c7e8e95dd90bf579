import { expect, it } from 'vitest'
import { headerLines, headersOf } from './header-lines.ts'

it('reads and writes headers', () => {
  const headers = { Authorization: 'Bearer a:b', 'X-A': '1' }
  expect(headersOf(headerLines(headers))).toEqual(headers)
  expect(headersOf('\n X-B :  2  \n\nalone')).toEqual({ 'X-B': '2', alone: '' })
})
