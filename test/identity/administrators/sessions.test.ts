import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS } from '../../support/databases.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../../support/worlds/world.ts'
import { AdminApp, adminApp, type Call, errorBody, FORBIDDEN, ROOT, SECRETS, UNAUTHORIZED } from './admin-app.ts'
import { ownRows, runOwn } from './own-rows.ts'

const WRONG_CODE = errorBody(
  403,
  'ForbiddenError',
  'The code for the first administrator is wrong or has expired; run populus admins code to get a new one',
)
const WRONG = errorBody(401, 'UnauthorizedError', 'Invalid credentials')

const ROOT_RECORD = {
  id: 1,
  email: ROOT.email,
  firstname: null,
  lastname: null,
  username: null,
  isActive: true,
  blocked: false,
  roles: [{ id: 1, code: 'strapi-super-admin', name: 'Super Admin' }],
  createdAt: '<moment>',
  updatedAt: '<moment>',
}

describe.each(CLIENTS)('the first administrator, on %s', client => {
  const app = new AdminApp()
  let code = ''
  let asked = 0
  /** From a new address each time. */
  const first = ({ body = ROOT, ...given }: { body?: object; remoteAddress?: string; headers?: object } = {}) => {
    asked += 1
    return app.call('POST /first-admin', {
      body: { code, ...body },
      token: null,
      remoteAddress: `203.0.113.${asked}`,
      ...given,
    } as Call)
  }
  beforeAll(async () => {
    await app.start(client, undefined, false)
    code = (await app.code()) ?? ''
  })

  test.each([
    ['the machine itself', { remoteAddress: '127.0.0.1', headers: { host: 'localhost' } }],
    ['another machine', { remoteAddress: '203.0.113.7' }],
    ['a proxy that says it is the machine itself', { headers: { 'x-forwarded-for': '127.0.0.1', host: 'localhost' } }],
  ])('is not made by %s without the code', async (_, given) => {
    expect(await first({ ...given, body: { ...ROOT, code: 'AAAAA-AAAAA-AAAAA-AAAAA' } })).toMatchObject({
      status: 403,
      body: WRONG_CODE,
    })
    expect((await first({ ...given, body: { ...ROOT, code: undefined } })).status).toBe(400)
    expect(await app.data('GET /first-admin', { token: null })).toEqual({ needed: true })
  })

  test('needs a code of 100 random bits, of which only the hash is stored', async () => {
    expect(code).toMatch(/^(?:[A-HJ-NP-Z2-9]{5}-){3}[A-HJ-NP-Z2-9]{5}$/)
    expect(await app.code()).not.toBe(code)
    expect(JSON.stringify(await ownRows(app.database, 'user_codes'))).not.toContain(code.slice(0, 5))
  })

  test('a code that has expired is refused', async () => {
    const another = (await app.code()) ?? ''
    await runOwn(app.database, 'update populus.user_codes set expires_at = expires_at - 86400001')
    expect(await first({ body: { ...ROOT, code: another } })).toMatchObject({ status: 403, body: WRONG_CODE })
    code = (await app.code()) ?? ''
  })

  test('codes cannot be guessed for long', async () => {
    const guess = () =>
      app.status('POST /first-admin', { body: { ...ROOT, code: 'x' }, token: null, remoteAddress: '198.51.100.77' })
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push(await guess())
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429])
  })

  test('is not made without a good password', async () => {
    const { status, body } = await first({ body: { email: 'x', password: 'short', rols: [] } })
    expect(status).toBe(400)
    expect(body).toEqual(
      errorBody(
        400,
        'ValidationError',
        'email: expected an e-mail address; password: expected at least 8 characters; rols: did you mean roles?',
        {
          errors: [
            { path: ['email'], message: 'expected an e-mail address' },
            { path: ['password'], message: 'expected at least 8 characters' },
            { path: ['rols'], message: 'did you mean roles?' },
          ],
        },
      ),
    )
    for (const password of ['x'.repeat(73), '😀'.repeat(19)])
      expect((await first({ body: { ...ROOT, password } })).status).toBe(400)
    expect(await app.data('GET /first-admin', { token: null })).toEqual({ needed: true })
  })

  test('is made by a code in small letters and without hyphens, and by none afterwards; once, although two ask at the same moment', async () => {
    const other = await app.code()
    const typed = { ...ROOT, code: code.toLowerCase().replaceAll('-', '') }
    const answers = await Promise.all([
      first({ body: typed }),
      first({ body: { ...ROOT, code: other, email: 'other@example.org' } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403])
    expect(await app.data('GET /first-admin', { token: null })).toEqual({ needed: false })
    expect(await app.code()).toBeUndefined()
    expect(await ownRows(app.database, 'user_codes')).toEqual([])
    expect(await first({ body: { ...ROOT, email: 'third@example.org' } })).toMatchObject({
      status: 403,
      body: errorBody(403, 'ForbiddenError', 'There is already an administrator'),
    })
  })
})

describe.each(CLIENTS)('sessions, on %s', client => {
  const app = adminApp(client)

  test('begin with the right password', async () => {
    const { status, body, headers } = await app.call('POST /login', { body: ROOT, token: null })
    expect(status).toBe(200)
    expect(body).toEqual({
      data: { token: expect.stringMatching(/^[\w-]{65}$/), expiresAt: '<moment>', administrator: ROOT_RECORD },
    })
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(headers['set-cookie']).toBeUndefined()
    expect(await app.call('GET /me')).toMatchObject({ status: 200, body: { data: ROOT_RECORD } })
  })

  test('do not begin with a wrong password or for somebody unknown, in the same words', async () => {
    for (const changes of [{ password: 'wrong password' }, { email: 'nobody@example.org' }]) {
      const body = { ...ROOT, ...changes }
      const answer = await app.call('POST /login', { body, token: null, remoteAddress: '203.0.113.50' })
      expect(answer).toMatchObject({ status: 401, body: WRONG })
    }
  })

  test('are not kept as they are: what is stored opens nothing', async () => {
    const token = await app.signIn(ROOT)
    const stored = JSON.stringify(await runOwn(app.database, 'select token_hash from populus.admin_sessions'))
    expect(stored).not.toContain(token)
    const [hash = ''] = /[0-9a-f]{64}/.exec(stored) ?? []
    expect(await app.call('GET /me', { token: hash })).toMatchObject({ status: 401, body: UNAUTHORIZED })
  })

  test('end with a logout', async () => {
    const token = await app.signIn(ROOT)
    expect(await app.call('POST /logout', { token })).toMatchObject({ status: 200, body: { data: { ended: true } } })
    expect(await app.call('GET /me', { token })).toMatchObject({ status: 401, body: UNAUTHORIZED })
    expect(await app.status('GET /me')).toBe(200)
  })

  test('live in a cookie that needs a header of its own', async () => {
    const { headers, body } = await app.call('POST /login', {
      body: { ...ROOT, cookie: true },
      token: null,
      headers: { 'x-populus-admin': '1' },
    })
    const text = String(headers['set-cookie'])
    expect(text).toMatch(/^populus_admin=[\w-]{65}; Path=\/admin; HttpOnly; SameSite=Strict; Max-Age=604800$/)
    expect(body).toEqual({ data: { expiresAt: '<moment>', administrator: ROOT_RECORD } })
    const cookie = `a=b; ${text.split(';')[0]}`
    const needed = errorBody(
      403,
      'ForbiddenError',
      'A request with the cookie of an administrator needs the header X-Populus-Admin: 1',
    )
    expect(await app.call('GET /me', { token: null, headers: { cookie } })).toMatchObject({ status: 403, body: needed })
    expect(await app.status('GET /me', { token: null, headers: { cookie, 'x-populus-admin': '1' } })).toBe(200)
    expect(await app.status('POST /login', { body: { ...ROOT, cookie: true }, token: null })).toBe(403)
  })

  test('are not opened by tokens of other kinds, nor do they open content', async () => {
    const foreign = [
      (await headersOf('full-access')).authorization,
      (await headersOf('member')).authorization,
      `Bearer ${await new SignJWT({ id: 1 }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRETS.admin))}`,
      `Bearer ${randomUUID()}`,
      'Bearer 1',
    ]
    for (const authorization of foreign)
      expect(
        await app.call('GET /me', { token: null, headers: { authorization: String(authorization) } }),
      ).toMatchObject({ status: 401, body: UNAUTHORIZED })
    expect(await app.status('GET /me', { token: null })).toBe(401)
    expect(await app.status('GET /api/articles')).toBe(401)
  })

  test('end when the password is changed, by oneself or by others', async () => {
    const login = { email: 'ann@example.org', password: 'first password' }
    const { id } = await app.data<{ id: number }>('POST /admins', { body: login })
    const token = await app.signIn(login)
    const change = (currentPassword: string) =>
      app.call('POST /me/password', { token, body: { currentPassword, password: 'second password' } })
    expect((await change('wrong')).status).toBe(400)
    expect(await app.status('GET /me', { token })).toBe(200)
    expect((await change(login.password)).status).toBe(200)
    expect(await app.status('GET /me', { token })).toBe(401)
    expect(await app.status('POST /login', { body: login, token: null })).toBe(401)
    const again = await app.signIn({ ...login, password: 'second password' })
    expect(await app.status(`PUT /admins/${id}`, { body: { password: 'third password' } })).toBe(200)
    expect(await app.status('GET /me', { token: again })).toBe(401)
  })

  test.each([
    ['blocked', { blocked: true }],
    ['set inactive', { isActive: false }],
  ])('end when the administrator is %s, also in another process', async (_, body) => {
    const login = { email: `${Object.keys(body)[0]}@example.org`, password: 'some password' }
    const { id } = await app.data<{ id: number }>('POST /admins', { body: login })
    const token = await app.signIn(login)
    const other = await app.another()
    const elsewhere = () => other.inject({ url: '/admin/api/me', headers: { authorization: `Bearer ${token}` } })
    expect((await elsewhere()).statusCode).toBe(200)
    await app.call(`PUT /admins/${id}`, { body })
    expect((await elsewhere()).statusCode).toBe(401)
    expect(await app.call('GET /me', { token })).toMatchObject({ status: 401, body: UNAUTHORIZED })
    expect(await app.call('POST /login', { body: login, token: null })).toMatchObject({ status: 401, body: WRONG })
    await app.call(`PUT /admins/${id}`, { body: { blocked: false, isActive: true } })
    expect(await app.status('GET /me', { token })).toBe(401)
  })

  test('end when the administrator is deleted', async () => {
    const login = { email: 'gone@example.org', password: 'some password' }
    const { id } = await app.data<{ id: number }>('POST /admins', { body: login })
    const token = await app.signIn(login)
    expect(await app.status(`DELETE /admins/${id}`)).toBe(200)
    expect(await app.status('GET /me', { token })).toBe(401)
  })

  test('let editors see themselves, and nothing to manage', async () => {
    const login = { email: 'editor@example.org', password: 'some password', roles: ['strapi-editor'] }
    await app.call('POST /admins', { body: login })
    const token = await app.signIn({ email: login.email, password: login.password })
    expect(await app.status('GET /me', { token })).toBe(200)
    for (const request of ['GET /admins', 'GET /roles', 'GET /users', 'GET /tokens', 'POST /tokens', 'GET /actions'])
      expect(await app.call(request, { token })).toMatchObject({ status: 403, body: FORBIDDEN })
  })
})

const PROTECTED = [
  ...['GET /me', 'POST /me/password', 'POST /logout', 'GET /actions', 'GET /admin-roles'],
  ...['GET /me/second-factor', 'POST /me/second-factor', 'PUT /me/second-factor', 'DELETE /me/second-factor'],
  ...[
    'GET /me/passkeys',
    'POST /me/passkeys/setup',
    'POST /me/passkeys',
    'PUT /me/passkeys/a',
    'DELETE /me/passkeys/a',
  ],
  ...['DELETE /admins/1/second-factor'],
  ...['GET /admin-actions', 'POST /admin-roles', 'GET /admin-roles/2', 'PUT /admin-roles/2', 'DELETE /admin-roles/2'],
  ...['GET /roles', 'POST /roles', 'GET /roles/1', 'PUT /roles/1', 'DELETE /roles/1'],
  ...['GET /roles/1/grants', 'PATCH /roles/1/grants'],
  ...['GET /users', 'POST /users', 'GET /users/1', 'PUT /users/1', 'DELETE /users/1'],
  ...['GET /tokens', 'POST /tokens', 'POST /tokens/1/regenerate', 'DELETE /tokens/1'],
  ...['GET /admins', 'POST /admins', 'GET /admins/1', 'PUT /admins/1', 'DELETE /admins/1'],
]

describe('nothing is open', () => {
  const app = adminApp('sqlite')

  test.each(PROTECTED)('%s needs a session', async request => {
    expect(await app.call(request, { token: null })).toMatchObject({ status: 401, body: UNAUTHORIZED })
  })

  test('login is limited by address and by account; no header, field or spelling starts a new count', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const email = n % 2 === 0 ? ROOT.email : ROOT.email.toUpperCase()
      const path = n % 3 === 0 ? 'POST /login/' : 'POST /LOGIN'
      const headers = { 'x-forwarded-for': `198.51.100.${n}` }
      const body = { email, password: 'wrong password' }
      statuses.push((await app.call(path, { body, headers, token: null, remoteAddress: '203.0.113.9' })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    const right = await app.call('POST /login', { body: ROOT, token: null, remoteAddress: '203.0.113.9' })
    expect(right.body).toEqual(errorBody(429, 'RateLimitError', 'Too many requests, please try again later.'))
    for (let n = 0; n < 12; n += 1) {
      const body = { email: ROOT.email, password: 'wrong password' }
      statuses.push(
        (await app.call('POST /login', { body, token: null, remoteAddress: `203.0.113.${100 + n}` })).status,
      )
    }
    expect(statuses.slice(-3)).toEqual([429, 429, 429])
  })
})

describe.each(CLIENTS)('guesses, on %s', client => {
  const app = new AdminApp()
  const login = (remoteAddress: string, password: string) =>
    app.status('POST /login', { body: { email: ROOT.email, password }, token: null, remoteAddress })
  beforeAll(() => app.start(client))

  test('from everywhere lock nobody out who has signed in from the same place before, and are limited nevertheless', async () => {
    expect(await login('192.0.2.1', ROOT.password)).toBe(200)
    const guesses: number[] = []
    for (let n = 0; n < 24; n += 1) guesses.push(await login(`203.0.113.${n}`, 'wrong password'))
    // The first two sign-ins of the administrator were attempts from places not known yet.
    expect(guesses).toEqual([...Array.from({ length: 18 }, () => 401), ...Array.from({ length: 6 }, () => 429)])
    expect(await login('203.0.113.99', ROOT.password)).toBe(429)
    expect(await login('192.0.2.1', ROOT.password)).toBe(200)
    // The place itself has a limit, too, which is its own.
    const own: number[] = []
    for (let n = 0; n < 10; n += 1) own.push(await login('192.0.2.1', 'wrong password'))
    expect(own).toEqual([...Array.from({ length: 8 }, () => 401), 429, 429])
  })

  test('are remembered by place as hashes only', async () => {
    expect(JSON.stringify(await ownRows(app.database, 'known_places'))).not.toContain('192.0.2.1')
  })
})

describe.each(CLIENTS)('time, on %s', client => {
  test('ends a session that is old or not used', async () => {
    const app = new AdminApp()
    await app.start(client, { idleMinutes: 10, sessionMinutes: 60 })
    const { database } = app
    const age = (column: string, minutes: number) =>
      runOwn(database, `update populus.admin_sessions set ${column} = ${column} - ${minutes * 60_000}`)
    await age('used_at', 9)
    expect(await app.status('GET /me')).toBe(200)
    await age('used_at', 9)
    expect(await app.status('GET /me')).toBe(200)
    await age('used_at', 11)
    expect(await app.status('GET /me')).toBe(401)
    const token = await app.signIn(ROOT)
    await age('created_at', 61)
    expect(await app.status('GET /me', { token })).toBe(401)
  })

  test('that was set back ends a session of unknown age, and leaves the others', async () => {
    const app = new AdminApp()
    await app.start(client, { idleMinutes: 10, sessionMinutes: 60 })
    const move = async (column: string, minutes: number) => {
      await runOwn(app.database, `update populus.admin_sessions set ${column} = ${column} + ${minutes * 60_000}`)
      return app.status('GET /me')
    }
    expect(await move('used_at', 9)).toBe(200)
    // The use was stored with the time of today.
    expect(await move('used_at', 9)).toBe(200)
    expect(await move('created_at', 59)).toBe(200)
    expect(await move('created_at', 2)).toBe(401)
    expect(await move('created_at', -2)).toBe(200)
    expect(await move('used_at', 11)).toBe(401)
  })
})

test('without the secret nobody can sign in', async () => {
  const app = await buildTestApp({ folder: WORLD, database: await worldDatabase('sqlite'), secrets: WORLD_SECRETS })
  await app.inject({ method: 'POST', url: '/admin/api/first-admin', payload: { ...ROOT, code: 'x' } })
  const answer = await app.inject({ method: 'POST', url: '/admin/api/login', payload: ROOT })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual(
    errorBody(
      400,
      'ApplicationError',
      'No administrator can sign in: no secret is set (setting secrets.admin, environment ADMIN_JWT_SECRET)',
    ),
  )
})
