import { expect, test } from 'vitest'
import { mapInSlices, Slices } from './slices.ts'

/** Keeps the thread busy. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('others get their turn after each slice', async () => {
  const seen: string[] = []
  let isOver = false
  const other = () => {
    seen.push('other')
    if (!isOver) setImmediate(other)
  }
  setImmediate(other)
  const mapped = await mapInSlices([1, 2, 3, 4], item => {
    seen.push('work')
    work(12)
    return item * 2
  })
  isOver = true
  expect(mapped).toEqual([2, 4, 6, 8])
  const between = seen.slice(seen.indexOf('work'), seen.lastIndexOf('work') + 1)
  expect(between.filter(name => name === 'other').length).toBeGreaterThanOrEqual(3)
})

test('those that wait go on in the order in which they came', async () => {
  const slices = new Slices()
  const order: number[] = []
  work(12)
  const one = async (number: number) => {
    await slices.next()
    order.push(number)
    work(4)
  }
  const numbers = Array.from({ length: 20 }, (_, index) => index)
  await Promise.all(numbers.map(one))
  expect(order).toEqual(numbers)
})
