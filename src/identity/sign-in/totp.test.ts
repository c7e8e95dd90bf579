import { expect, it } from 'vitest'
import { base32, stepOfCode, totpCode } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

/** RFC 6238, appendix B, the last six of its eight digits. */
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at %d seconds, the code is %s', (seconds, code) => {
  expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code)
})

it('takes the codes before and after, none twice, and nothing else', () => {
  const now = 1_111_111_109_000
  const step = Math.floor(now / 30_000)
  const at = (given: number, after = 0) => stepOfCode(SECRET, totpCode(SECRET, given), { now, after })
  expect([at(step - 2), at(step - 1), at(step), at(step + 1), at(step + 2)]).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ])
  expect(at(step, step)).toBeUndefined()
  expect(stepOfCode(SECRET, '', { now, after: 0 })).toBeUndefined()
})

it('writes secrets in the letters that apps expect', () => {
  expect(base32(Buffer.from('hello'))).toBe('NBSWY3DP')
  expect(base32(Buffer.from('f'))).toBe('MY')
})
