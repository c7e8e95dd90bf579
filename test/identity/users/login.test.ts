import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../src/sql/fragment.ts'
import { CLIENTS } from '../../support/databases.ts'
import { ALICE, FULL, failure, invalid, ok, openUsers, PASSWORD, SECRETS, type Users } from './open-users.ts'

const LOGIN = 'POST /api/auth/local'
const WRONG = failure(400, 'ValidationError', 'Invalid identifier or password')

describe.each(CLIENTS)('POST /api/auth/local on %s', client => {
  let users: Users
  beforeAll(async () => {
    users = await openUsers(client)
  })

  test.each(['alice', 'alice@example.test', 'ALICE@Example.Test'])('%s signs in', async identifier => {
    const answer = await users.ask(LOGIN, { body: { identifier, password: PASSWORD } })
    expect(answer).toEqual(ok({ jwt: '<jwt>', user: ALICE }))
  })

  test('the token names the user for 30 days and opens what the role may do', async () => {
    const jwt = await users.signIn('alice')
    const [head = '', payload = ''] = jwt.split('.').map(part => Buffer.from(part, 'base64url').toString())
    const { iat } = JSON.parse(payload) as { iat: number }
    expect(JSON.parse(head)).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(payload).toBe(JSON.stringify({ id: 1, iat, exp: iat + 30 * 24 * 60 * 60 }))
    expect(await users.ask('GET /api/users/me', { token: jwt })).toEqual(ok(ALICE))
  })

  test('a token that Strapi made with the same secret works', async () => {
    const claims = new SignJWT({ id: 1 }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    const token = await claims.setIssuedAt('400 days ago').setExpirationTime('1h').sign(Buffer.from(SECRETS.jwt))
    expect(await users.ask('GET /api/users/me', { token })).toEqual(ok(ALICE))
  })

  test('fields of a form are understood too', async () => {
    const form = { payload: 'identifier=alice&password=Password1' }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await users.ask(LOGIN, { ...form, headers })).toEqual(ok({ jwt: '<jwt>', user: ALICE }))
  })

  test.each([
    ['a wrong password', { identifier: 'alice', password: 'x' }],
    ['an unknown account', { identifier: 'nobody', password: PASSWORD }],
    ['a name in another case', { identifier: 'ALICE', password: PASSWORD }],
    ['a name with a NUL', { identifier: 'alice\0', password: PASSWORD }],
    ['wildcards', { identifier: '%', password: PASSWORD }],
    ['a blocked user with a wrong password', { identifier: 'bob', password: 'x' }],
  ])('%s is refused in the same words', async (_, body) => {
    expect(await users.ask(LOGIN, { body })).toEqual(WRONG)
  })

  test('a blocked user is told so, with the right password only', async () => {
    expect(await users.ask(LOGIN, { body: { identifier: 'bob', password: PASSWORD } })).toEqual(
      failure(400, 'ApplicationError', 'Your account has been blocked by an administrator'),
    )
  })

  test('users of other providers, and users without a password, do not sign in here', async () => {
    await users.change(sql`update up_users set provider = 'github' where id = 1`)
    expect(await users.ask(LOGIN, { body: { identifier: 'alice', password: PASSWORD } })).toEqual(WRONG)
    await users.change(sql`update up_users set provider = 'local' where id = 1`)
    const [[hash] = []] = await users.change(sql`select password from up_users where id = 1`)
    await users.change(sql`update up_users set password = null where id = 1`)
    expect(await users.ask(LOGIN, { body: { identifier: 'alice', password: PASSWORD } })).toEqual(WRONG)
    await users.change(sql`update up_users set password = ${users.text(String(hash))} where id = 1`)
  })

  test('an unconfirmed user is told so where confirmation is asked for', async () => {
    await users.change(sql`update up_users set confirmed = ${users.no} where id = 1`)
    const body = { identifier: 'alice', password: PASSWORD }
    expect((await users.ask(LOGIN, { body })).status).toBe(200)
    await users.advanced({ email_confirmation: true })
    const refused = failure(400, 'ApplicationError', 'Your account email is not confirmed')
    expect(await users.ask(LOGIN, { body })).toEqual(refused)
    await users.advanced()
    await users.change(sql`update up_users set confirmed = ${users.yes} where id = 1`)
  })

  test('passwords may be switched off as a way to sign in', async () => {
    await users.store('grant', { email: { enabled: false } })
    expect(await users.ask(LOGIN, { body: {} })).toEqual(failure(400, 'ApplicationError', 'This provider is disabled'))
    await users.store('grant', { email: { enabled: true } })
  })

  test('only roles with the right to sign in may', async () => {
    const refused = failure(403, 'ForbiddenError', 'Forbidden')
    expect(await users.ask(LOGIN, { token: await users.signIn('alice'), body: {} })).toEqual(refused)
    expect((await users.ask(LOGIN, { token: FULL, body: {} })).status).toBe(400)
  })

  test.each([
    [
      'nothing',
      {},
      invalid(['identifier', 'identifier is a required field'], ['password', 'password is a required field']),
    ],
    ['no password', { identifier: 'alice' }, invalid(['password', 'password is a required field'])],
    [
      'values that are no texts',
      { identifier: 5, password: true },
      invalid(
        ['identifier', 'identifier must be a `string` type, but the final value was: `5`.'],
        ['password', 'password must be a `string` type, but the final value was: `true`.'],
      ),
    ],
    [
      'operators and lists',
      { identifier: { a: 1 }, password: ['x'] },
      invalid(
        ['identifier', 'identifier must be a `string` type, but the final value was: `{\n  "a": "1"\n}`.'],
        ['password', 'password must be a `string` type, but the final value was: `[\n  "\\"x\\""\n]`.'],
      ),
    ],
    [
      'null and the empty text',
      { identifier: null, password: '' },
      invalid(
        ['identifier', 'identifier must be a `string` type, but the final value was: `null`.'],
        ['password', 'password is a required field'],
      ),
    ],
    ['a list', [], invalid(['', 'this must be a `object` type, but the final value was: `[]`.'])],
    [
      'inherited names',
      JSON.parse('{"__proto__":{"identifier":"alice","password":"Password1"}}'),
      invalid(['identifier', 'identifier is a required field'], ['password', 'password is a required field']),
    ],
  ])('a body with %s is told what is wrong', async (_, body, answer) => {
    expect(await users.ask(LOGIN, { body })).toEqual(answer)
    expect(({} as { identifier?: string }).identifier).toBeUndefined()
  })

  test('bodies that are no JSON are 400, one that is nested too deeply too', async () => {
    const message = 'invalid JSON, only supports object and array'
    const answer = { status: 400, body: { data: null, error: { status: 400, name: 'SyntaxError', message } } }
    expect(await users.ask(LOGIN, { payload: '5' })).toEqual(answer)
    expect((await users.ask(LOGIN, { payload: '{"identifier":' })).status).toBe(400)
    const deep = `{"identifier":${'['.repeat(100_000)}${']'.repeat(100_000)},"password":"x"}`
    expect((await users.ask(LOGIN, { payload: deep })).status).toBe(400)
    expect((await users.ask(LOGIN, { payload: '' })).status).toBe(400)
  })

  test('without a secret nobody signs in, and the answer says why', async () => {
    const bare = await users.open({ secrets: { jwt: undefined } })
    const answer = await bare.inject({ method: 'POST', url: '/api/auth/local', payload: {} })
    expect(answer.json()).toEqual(
      failure(
        400,
        'ApplicationError',
        'Nobody can sign in: no secret is set (setting secrets.jwt, environment JWT_SECRET)',
      ).body,
    )
  })

  test('providers of third parties are not offered', async () => {
    const disabled = failure(400, 'ApplicationError', 'This provider is disabled')
    for (const path of [
      'connect/github?callback=https://evil.example',
      'connect/github/callback',
      'auth/github/callback',
    ])
      expect(await users.ask(`GET /api/${path}`)).toEqual(disabled)
  })
})
