import { expect, test } from 'vitest'
import { Memo } from './access-cache.ts'

test('several requests for one key share one load', async () => {
  const memo = new Memo<number, string>(10)
  let loads = 0
  const load = async () => `value ${++loads}`
  expect(await Promise.all([memo.get(1, load), memo.get(1, load)])).toEqual(['value 1', 'value 1'])
  expect(await memo.get(1, load)).toBe('value 1')
})

test('a load that failed is tried again', async () => {
  const memo = new Memo<number, string>(10)
  await expect(memo.get(1, () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await memo.get(1, async () => 'up')).toBe('up')
})

test('the oldest key goes when there are too many', async () => {
  const memo = new Memo<number, string>(2)
  for (const key of [1, 2, 3]) await memo.get(key, async () => 'old')
  expect(await memo.get(1, async () => 'new')).toBe('new')
})
