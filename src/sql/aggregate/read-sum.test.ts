import { expect, test } from 'vitest'
import { readAverage, readSum } from './read-sum.ts'

test('a sum of floats has the digits in which both databases agree', () => {
  expect(readSum('float', '145.3333333333333362')).toBe('145.333333333333')
})

test('an average is that of the whole sum', () => {
  expect(readAverage('float', '145.3333333333333362', 34)).toBe('4.27450980392157')
  expect(readAverage('decimal', '12 340000', 2)).toBe('6.17')
  expect(readAverage('integer', '1 1', 2)).toBe('500000000.5')
  expect(readAverage('float', 'Infinity', 2)).toBeNull()
})
