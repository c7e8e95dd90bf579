import { expect, test } from 'vitest'
import { EVERYTHING, makeAccess } from './make-access.ts'

const fields = (...names: string[]) => new Map([['api::a.a', new Set(names)]])

test('equal rights have equal fingerprints, in whatever order and however often they are listed', () => {
  const one = makeAccess(['b', 'a', 'a'], fields('x', 'y'))
  expect(makeAccess(['a', 'b'], fields('y', 'x')).fingerprint).toBe(one.fingerprint)
})

test('different rights have different fingerprints', () => {
  const all = [
    EVERYTHING,
    makeAccess([]),
    makeAccess(['a', 'b']),
    makeAccess(['ab']),
    makeAccess(['a,b']),
    makeAccess(['a']),
    makeAccess(['a'], fields()),
    makeAccess(['a'], fields('x')),
    makeAccess(['a'], new Map([['api::b.b', new Set(['x'])]])),
  ]
  expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(all.length)
})
