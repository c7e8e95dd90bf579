import { expect, test } from 'vitest'
import { cpuTime } from '../../../test/support/cpu-time.ts'
import { isEmail } from './is-email.ts'

test.each(['ada@example.org', 'A@B.COM', 'a.b+c@d-e.co', '"a b"@c.de', '"a@b"@c.de', 'ä@ö.de', 'a@b_c.de'])(
  '%s is an address',
  text => {
    expect(isEmail(text)).toBe(true)
  },
)

test.each([
  '',
  'a',
  'a@',
  '@b.de',
  'a@b',
  'a..b@c.de',
  'a b@c.de',
  'a@-b.de',
  'a@b..de',
  'a@1.2',
  'a@b.co.',
  'a@b.co ',
])('%s is none', text => {
  expect(isEmail(text)).toBe(false)
})

test('a long text is judged at once', async () => {
  const milliseconds = await cpuTime(() => {
    expect(isEmail(`a@${'a.'.repeat(200_000)}!`)).toBe(false)
    expect(isEmail(`"${' '.repeat(200_000)}@a.de`)).toBe(false)
  })
  expect(milliseconds).toBeLessThan(3000)
})
