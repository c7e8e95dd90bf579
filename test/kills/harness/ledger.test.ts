/** The judge of all kills: what it must find, and what it must let pass. */
import { expect, test } from 'vitest'
import { Ledger } from './ledger.ts'

function acknowledged(): Ledger {
  const ledger = new Ledger()
  ledger.intend({ a: 1 })()
  ledger.intend({ b: 1, c: 1 })()
  return ledger
}

const found = (things: Readonly<Record<string, unknown>>) => new Map(Object.entries(things))

test('what was acknowledged must be there as it was acknowledged', () => {
  expect(acknowledged().settle(found({ a: 1, b: 1, c: 1 }))).toEqual([])
  expect(acknowledged().settle(found({ b: 1, c: 1 }))).toEqual(['lost: a is null instead of 1'])
  expect(acknowledged().settle(found({ a: 2, b: 1, c: 1 }))).toEqual(['changed: a is 2 instead of 1'])
  expect(acknowledged().settle(found({ a: 1, b: 1, c: 1, d: 1 }))).toEqual(['changed: d is 1 instead of null'])
})

test.each([
  ['not done', { a: 1, b: 1, c: 1 }, []],
  ['done', { a: 1, b: 2 }, []],
  ['done by halves', { a: 1, b: 2, c: 1 }, ['half-written: b 2, c 1 for b 2, c null']],
] as const)('a request without an answer is %s', (_what, things, findings) => {
  const ledger = acknowledged()
  ledger.intend({ b: 2, c: null })
  expect(ledger.settle(found(things))).toEqual(findings)
})

test('what is found counts from then on', () => {
  const ledger = acknowledged()
  ledger.intend({ a: 2 })
  expect(ledger.settle(found({ a: 2, b: 1, c: 1 }))).toEqual([])
  expect(ledger.settle(found({ a: 1, b: 1, c: 1 }))).toEqual(['changed: a is 1 instead of 2'])
  expect(ledger.acknowledged).toBe(2)
})
