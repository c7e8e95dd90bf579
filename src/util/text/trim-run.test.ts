import { expect, test } from 'vitest'
import { trimBoth, trimEnd, trimStart } from './trim-run.ts'

test('runs are removed at the ends, and nowhere else', () => {
  expect(trimEnd('//a/b//', '/')).toBe('//a/b')
  expect(trimStart('//a/b//', '/')).toBe('a/b//')
  expect(trimBoth(' \t1 2\n ', ' \t\n')).toBe('1 2')
  expect(trimBoth('////', '/')).toBe('')
  expect(trimBoth('', '/')).toBe('')
})
