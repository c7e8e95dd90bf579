import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isFromTheFuture, userTokenReader } from './user-token.ts'

const SECRET = 'a secret of a project'
const NOW = Date.UTC(2026, 0, 1)
const SECONDS = NOW / 1000
const read = userTokenReader(SECRET)

const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')

/** A token assembled by hand, so even the most invalid token can be made. */
function tokenOf(
  payload: unknown,
  header: unknown = { alg: 'HS256', typ: 'JWT' },
  { secret = SECRET, hash = 'sha256' } = {},
): string {
  const signed = `${part(header)}.${part(payload)}`
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
}

const GOOD = { id: 7, iat: SECONDS - 10, exp: SECONDS + 10 }

describe('a token names a user', () => {
  test.each([
    ['as Strapi makes it', tokenOf(GOOD)],
    ['without a type in its header', tokenOf(GOOD, { alg: 'HS256' })],
    ['made by a clock that is a little ahead', tokenOf({ ...GOOD, iat: SECONDS + 30 })],
  ])('%s', async (_, token) => {
    expect(await read(token, NOW)).toMatchObject({ userId: 7 })
  })

  test('from the future, if it was issued more than a minute from now', async () => {
    const isLater = async (iat: number) => isFromTheFuture((await read(tokenOf({ ...GOOD, iat }), NOW))!, NOW)
    expect([await isLater(SECONDS + 60), await isLater(SECONDS + 61)]).toEqual([false, true])
  })
})

test('a token that is known counts only in its time', async () => {
  const token = tokenOf({ ...GOOD, nbf: SECONDS - 5 })
  const at = async (seconds: number) => (await read(token, (SECONDS + seconds) * 1000))?.userId
  const asked = [0, 9.9, 10, 20, 0, -5, -6, 0]
  const found: unknown[] = []
  for (const seconds of asked) found.push(await at(seconds))
  expect(found).toEqual([7, 7, undefined, undefined, 7, 7, undefined, 7])
})

test('what is known of one token does not count for another', async () => {
  const token = tokenOf(GOOD)
  expect(await read(token, NOW)).toEqual({ userId: 7, issuedAt: GOOD.iat })
  expect(await read(`${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`, NOW)).toBeUndefined()
  expect(await userTokenReader('another')(token, NOW)).toBeUndefined()
})

describe('a token is nothing', () => {
  test.each([
    ['signed with another secret', tokenOf(GOOD, undefined, { secret: 'another' })],
    ['without a signature', `${part({ alg: 'none', typ: 'JWT' })}.${part(GOOD)}.`],
    ['with the algorithm none and a signature', tokenOf(GOOD, { alg: 'none' })],
    ['signed by another algorithm', tokenOf(GOOD, { alg: 'HS512', typ: 'JWT' }, { hash: 'sha512' })],
    ['of another type', tokenOf(GOOD, { alg: 'HS256', typ: 'at+jwt' })],
    ['with a header that must be understood', tokenOf(GOOD, { alg: 'HS256', crit: ['x'], x: 1 })],
    ['out of time', tokenOf({ ...GOOD, exp: SECONDS - 1 })],
    ['without an id', tokenOf({ iat: SECONDS })],
    ['with a text for an id', tokenOf({ ...GOOD, id: '7' })],
    ['with an id that no database has', tokenOf({ ...GOOD, id: 2 ** 49 })],
    ['with the id 0', tokenOf({ ...GOOD, id: 0 })],
    ['with an object for an id', tokenOf({ ...GOOD, id: { $gt: 0 } })],
    ['that is no JSON', `${part('x')}.${part('y')}.z`],
    ['of random text', 'a.b.c'],
    ['that is too long', `${'a'.repeat(10_000)}.b.c`],
  ])('%s', async (_, token) => {
    expect(await read(token, NOW)).toBeUndefined()
  })
})
