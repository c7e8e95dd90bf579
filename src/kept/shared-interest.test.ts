import { expect, test } from 'vitest'
import { SharedInterest } from './shared-interest.ts'

const client = () => {
  const controller = new AbortController()
  return { leave: () => controller.abort(), gone: () => controller.signal }
}

test('work ends when the last caller has gone, those who came later included', () => {
  const [first, second, late] = [client(), client(), client()]
  const interest = new SharedInterest()
  interest.join(first.gone)
  interest.join(second.gone)
  const signal = interest.gone()
  interest.join(late.gone)
  first.leave()
  second.leave()
  expect([signal.aborted, interest.isOver]).toEqual([false, false])
  late.leave()
  expect([signal.aborted, interest.isOver]).toEqual([true, true])
})

test('a caller who left before anybody asked is not waited for', () => {
  const first = client()
  const interest = new SharedInterest()
  interest.join(first.gone)
  first.leave()
  expect(interest.isOver).toBe(false)
  expect(interest.gone().aborted).toBe(true)
})

test('a caller without a signal keeps the work going', () => {
  const first = client()
  const interest = new SharedInterest()
  interest.join(first.gone)
  interest.join(undefined)
  const signal = interest.gone()
  first.leave()
  expect(signal.aborted).toBe(false)
})
