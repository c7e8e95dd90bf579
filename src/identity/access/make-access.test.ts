import { expect, test } from 'vitest'
import { EVERYTHING, makeAccess } from './make-access.ts'

const list = (...names: string[]) => new Map([['api::a.a', new Set(names)]])
const fields = (...names: string[]) => ({ fields: list(...names) })

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
    makeAccess(['a'], { fields: new Map([['api::b.b', new Set(['x'])]]) }),
    makeAccess(['a'], { filterFields: list('x') }),
    makeAccess(['a'], { sortFields: list('x') }),
    makeAccess(['a'], { writeFields: list('x') }),
    makeAccess(['a'], { ...fields('x'), sortFields: list('x') }),
  ]
  expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(all.length)
})
