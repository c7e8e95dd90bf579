import { expect, it } from 'vitest'
import { FairShares } from './fair-shares.ts'

it('takes from whoever has most, what came last, until both have as many', () => {
  const shares = new FairShares<number>()
  for (const number of [1, 2, 3, 4]) shares.add('a', number)
  shares.add('b', 5)
  const taken: number[] = []
  for (let item = shares.excessOver('c'); item !== undefined; item = shares.excessOver('c')) {
    taken.push(item)
    shares.delete('a', item)
    shares.add('c', 10 + item)
  }
  expect(taken).toEqual([4, 3])
  expect(shares.excessOver('a')).toBeUndefined()
})
