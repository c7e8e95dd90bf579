import { expect, test } from 'vitest'
import { parseDotenv } from './read-dotenv.ts'

test.each([
  ['PORT=1337 # web', { PORT: '1337' }],
  ["export KEY='a # b'", { KEY: 'a # b' }],
  ['KEY="a\\nb"', { KEY: 'a\nb' }],
  ["KEY='a\\nb'", { KEY: 'a\\nb' }],
  ['KEY="line 1\nline 2"\nNEXT=x', { KEY: 'line 1\nline 2', NEXT: 'x' }],
  ['EMPTY=\nKEY = spaced \r\n# COMMENT=1\nnot a line', { EMPTY: '', KEY: 'spaced' }],
  ['KEY=a=b==', { KEY: 'a=b==' }],
])('%j', (content, expected) => {
  expect(parseDotenv(content)).toEqual(expected)
})
