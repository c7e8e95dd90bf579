import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { grant } from '../../../src/management/roles/grants.ts'
import { sql } from '../../../src/sql/fragment.ts'
import { CLIENTS } from '../../support/databases.ts'
import {
  ALICE,
  AUTHENTICATED,
  BOB,
  FULL,
  failure,
  invalid,
  newUser,
  ok,
  openUsers,
  PASSWORD,
  PUBLIC,
  READ,
  SECRETS,
  type Users,
} from './open-users.ts'

const FORBIDDEN = failure(403, 'ForbiddenError', 'Forbidden')
const GONE = failure(401, 'UnauthorizedError', 'Invalid credentials')
const NO_ROLE = '1 relation(s) of type plugin::users-permissions.role associated with this entity do not exist'
const carl = { email: 'Carl@Example.test', username: 'carl', password: PASSWORD, role: 1 }

describe.each(CLIENTS)('users on %s', client => {
  let users: Users
  beforeAll(async () => {
    users = await openUsers(client)
  })
  const forget = () => users.change(sql`delete from up_users where id > 2`)
  const idOf = async (name: string) =>
    Number((await users.change(sql`select id from up_users where username = ${users.text(name)}`))[0]?.[0])
  const permit = async (role: number, action: string) => {
    const [[id] = []] = await users.change(
      sql`insert into up_permissions (action) values (${users.text(action)}) returning id`,
    )
    await users.change(
      sql`insert into up_permissions_role_links (permission_id, role_id) values (${users.int(Number(id))}, ${users.int(role)})`,
    )
  }
  /** A user made for one test. */
  const make = async (body: object = carl) => {
    await forget()
    const answer = await users.send('POST /api/users', { token: FULL, body })
    return (answer.json() as { id: number }).id
  }

  test('GET /api/users is a list, GET /api/users/:id one of them or nothing', async () => {
    await forget()
    expect(await users.ask('GET /api/users', { token: FULL })).toEqual(ok([ALICE, BOB]))
    expect(await users.ask('GET /api/users/1?populate=role', { token: FULL })).toEqual(
      ok({ ...ALICE, role: AUTHENTICATED }),
    )
    for (const id of ['9999', 'abc', '0x1'])
      expect(await users.ask(`GET /api/users/${id}`, { token: FULL })).toEqual({ status: 204, body: null })
  })

  test('GET /api/users/count counts those that the filters leave', async () => {
    await forget()
    const count = (query: string) => users.ask(`GET /api/users/count${query}`, { token: FULL })
    expect(await count('')).toEqual(ok(2))
    expect(await count('?filters[username]=alice')).toEqual(ok(1))
    expect(await count('?filters[role][type]=authenticated')).toEqual(ok(2))
    expect(await count('?filters[username]=nobody')).toEqual(ok(0))
    expect(await count('?username=alice')).toEqual(ok(2))
    expect(await count('?_q=bob')).toEqual(ok(1))
    expect(await count('?filters[password][$startsWith]=$2')).toEqual(
      failure(400, 'ValidationError', 'Invalid parameter password'),
    )
    expect(await count('?sort=nope')).toEqual(failure(400, 'ValidationError', 'Invalid parameter nope'))
  })

  test('GET /api/users/me is the user of the token', async () => {
    expect(await users.ask('GET /api/users/me', { token: await users.signIn('alice') })).toEqual(ok(ALICE))
    for (const token of [FULL, undefined])
      expect((await users.ask('GET /api/users/me', { token })).status).toBe(token === undefined ? 403 : 401)
    expect(await users.ask('PUT /api/users/me', { token: FULL, body: {} })).toEqual(
      failure(404, 'NotFoundError', 'User not found'),
    )
  })

  test('nothing is open to the public, and writing is not open to read-only tokens', async () => {
    for (const request of [
      'GET /api/users',
      'GET /api/users/1',
      'GET /api/users/count',
      'POST /api/users',
      'PUT /api/users/1',
      'DELETE /api/users/1',
    ]) {
      expect(await users.ask(request)).toEqual(FORBIDDEN)
      const reads = request === 'GET /api/users' || request === 'GET /api/users/1'
      expect((await users.ask(request, { token: READ })).status).toBe(reads ? 200 : 403)
    }
  })

  describe('POST /api/users', () => {
    test('makes a user', async () => {
      await forget()
      const answer = await users.ask('POST /api/users', { token: FULL, body: { ...carl, confirmed: true, foo: 2 } })
      const id = await idOf('carl')
      expect(answer).toEqual({
        status: 201,
        body: { ...newUser(id, 'carl', 'carl@example.test'), role: AUTHENTICATED },
      })
      expect(await users.signIn('carl')).toMatch(/^eyJ/)
    })

    test('what the server decides is not taken from the body', async () => {
      await forget()
      const body = {
        ...carl,
        role: { connect: [{ id: 2 }] },
        id: 55,
        resetPasswordToken: 'abc',
        confirmationToken: 'abc',
        provider: 'zz',
        createdAt: '2001-01-01',
      }
      const answer = await users.ask('POST /api/users', { token: FULL, body })
      const id = await idOf('carl')
      expect(id).not.toBe(55)
      expect(answer).toEqual({
        status: 201,
        body: { ...newUser(id, 'carl', 'carl@example.test'), confirmed: false, role: PUBLIC },
      })
      const [row] = await users.change(
        sql`select reset_password_token, confirmation_token from up_users where username = 'carl'`,
      )
      expect(row).toEqual([null, null])
    })

    const plain = (message: string) => failure(400, 'ApplicationError', message)
    test.each([
      [
        'nothing',
        {},
        invalid(
          ['email', 'email is a required field'],
          ['username', 'username is a required field'],
          ['password', 'password is a required field'],
          ['role', 'role is a required field'],
        ),
      ],
      [
        'empty texts',
        { email: 'q', username: '', password: '', role: 'x' },
        invalid(
          ['email', 'email must be a valid email'],
          ['username', 'username must be at least 1 characters'],
          ['username', 'username is a required field'],
          ['password', 'password must be at least 1 characters'],
          ['password', 'password is a required field'],
        ),
      ],
      ['short texts', { ...carl, username: 'qw', password: 'pw' }, plain('2 errors occurred')],
      ['a short password', { ...carl, password: 'pw' }, plain('password must be at least 6 characters')],
      ['a long password', { ...carl, password: 'x'.repeat(73) }, plain('Password must be less than 73 bytes')],
      ['the name of somebody', { ...carl, username: 'alice' }, plain('This attribute must be unique')],
      ['the address of somebody', { ...carl, email: 'Alice@example.test' }, plain('Email already taken')],
      ['a role that does not exist', { ...carl, role: 99 }, plain(NO_ROLE)],
      [
        'no role',
        { ...carl, role: null },
        invalid(['role', 'role must be a `object` type, but the final value was: `null`.']),
      ],
      [
        'an empty list of roles',
        { ...carl, role: { connect: [] } },
        invalid(['role.connect', 'Users must have a role']),
      ],
      ['an empty role', { ...carl, role: {} }, invalid(['role.connect', 'role.connect is a required field'])],
      [
        'a list for a role',
        { ...carl, role: [1] },
        invalid(['role', 'role must be a `object` type, but the final value was: `[\n  "1"\n]`.']),
      ],
      [
        'half a role',
        { ...carl, role: 1.5 },
        invalid(['role', 'role must be a `strapiID` type, but the final value was: `1.5`.']),
      ],
      [
        'a text for a flag',
        { ...carl, confirmed: 'maybe' },
        plain('confirmed must be a `boolean` type, but the final value was: `"maybe"`.'),
      ],
    ])('a body with %s is told what is wrong', async (_, body, answer) => {
      await forget()
      expect(await users.ask('POST /api/users', { token: FULL, body })).toEqual(answer)
      expect(await idOf('carl')).toBeNaN()
    })
  })

  describe('PUT /api/users/:id', () => {
    test('changes what is given', async () => {
      const id = await make()
      const put = (body: unknown) => users.ask(`PUT /api/users/${id}`, { token: FULL, body })
      const user = { ...newUser(id, 'carl', 'carl@example.test'), confirmed: false, role: AUTHENTICATED }
      expect(await put({})).toEqual(ok(user))
      expect(
        await put({
          email: 'MIXED@w.ee',
          role: 2,
          blocked: true,
          confirmed: true,
          id: 88,
          createdAt: '2001-01-01T00:00:00.000Z',
        }),
      ).toEqual(ok({ ...user, email: 'mixed@w.ee', blocked: true, confirmed: true, role: PUBLIC }))
      expect(await put({ role: { connect: [{ id: 1 }], disconnect: [] }, blocked: false })).toEqual(
        ok({ ...user, email: 'mixed@w.ee', confirmed: true }),
      )
      expect(await put({ username: 'carl', email: 'mixed@w.ee' })).toMatchObject({ status: 200 })
    })

    test.each([
      [
        'empty texts',
        { email: '', username: '', password: '' },
        invalid(
          ['email', 'email must be at least 1 characters'],
          ['username', 'username must be at least 1 characters'],
          ['password', 'password must be at least 1 characters'],
        ),
      ],
      [
        'no address',
        { email: 'zz', username: null },
        invalid(
          ['email', 'email must be a valid email'],
          ['username', 'username must be a `string` type, but the final value was: `null`.'],
        ),
      ],
      [
        'no password',
        { password: null },
        invalid(['password', 'password must be a `string` type, but the final value was: `null`.']),
      ],
      ['the name of somebody', { username: 'alice' }, failure(400, 'ApplicationError', 'Username already taken')],
      [
        'the address of somebody',
        { email: 'ALICE@example.test' },
        failure(400, 'ApplicationError', 'Email already taken'),
      ],
      [
        'short texts',
        { username: 'ab', password: 'x' },
        invalid(
          ['username', 'username must be at least 3 characters'],
          ['password', 'password must be at least 6 characters'],
        ),
      ],
      ['a long password', { password: 'x'.repeat(73) }, invalid(['password', 'Password must be less than 73 bytes'])],
      ['a role that does not exist', { role: 99 }, invalid(['', NO_ROLE])],
      [
        'half a role',
        { role: { connect: [{ id: 1 }] } },
        invalid(['role.disconnect', 'role.disconnect is a required field']),
      ],
      [
        'no role left',
        { role: { connect: [], disconnect: [{ id: 1 }] } },
        invalid(['role.disconnect', 'Cannot remove role']),
      ],
      [
        'an empty role',
        { role: {} },
        invalid(
          ['role.connect', 'role.connect is a required field'],
          ['role.disconnect', 'role.disconnect is a required field'],
        ),
      ],
      ['a list', [], invalid(['', 'this must be a `object` type, but the final value was: `[]`.'])],
    ])('a body with %s is told what is wrong', async (_, body, answer) => {
      const id = await make()
      expect(await users.ask(`PUT /api/users/${id}`, { token: FULL, body })).toEqual(answer)
    })

    test('an unknown user is 404, whatever the body', async () => {
      for (const id of ['9999', 'abc'])
        expect(await users.ask(`PUT /api/users/${id}`, { token: FULL, body: { email: 5 } })).toEqual(
          failure(404, 'NotFoundError', 'User not found'),
        )
    })

    test('CVE-2023-39345: users cannot raise themselves, whatever their role may do', async () => {
      await permit(1, 'plugin::users-permissions.user.update')
      const id = await make({ ...carl, confirmed: true })
      const token = await users.signIn('carl')
      const more = {
        role: 2,
        confirmed: false,
        blocked: true,
        provider: 'x',
        resetPasswordToken: 't',
        confirmationToken: 't',
        id: 1,
      }
      expect(await users.ask(`PUT /api/users/${id}`, { token, body: { username: 'carla', ...more } })).toEqual(
        ok(newUser(id, 'carla', 'carl@example.test')),
      )
      expect(await users.userOf(id)).toMatchObject({
        role: AUTHENTICATED,
        provider: 'local',
        confirmed: true,
        blocked: false,
      })
      const [row] = await users.change(
        sql`select reset_password_token, confirmation_token from up_users where id = ${users.int(id)}`,
      )
      expect(row).toEqual([null, null])
    })
  })

  describe('DELETE /api/users/:id', () => {
    test('gives the user who was deleted; an unknown one is nothing', async () => {
      const id = await make()
      expect(await users.ask(`DELETE /api/users/${id}`, { token: FULL })).toEqual(
        ok({ ...newUser(id, 'carl', 'carl@example.test'), confirmed: false }),
      )
      for (const gone of [id, 'abc'])
        expect(await users.ask(`DELETE /api/users/${gone}`, { token: FULL })).toEqual({ status: 204, body: null })
      const links = await users.change(sql`select id from up_users_role_links where user_id = ${users.int(id)}`)
      expect(links).toEqual([])
    })
  })

  describe('CVE-2026-22706, CVE-2025-3930: the next request with an old token already knows', () => {
    test.each([
      ['the user is deleted', (id: number) => users.ask(`DELETE /api/users/${id}`, { token: FULL }), GONE],
      [
        'the user is blocked',
        (id: number) => users.ask(`PUT /api/users/${id}`, { token: FULL, body: { blocked: true } }),
        GONE,
      ],
      [
        'the user has a new password',
        (id: number) => users.ask(`PUT /api/users/${id}`, { token: FULL, body: { password: 'Password2' } }),
        GONE,
      ],
      [
        'the user has a role without the right',
        (id: number) => users.ask(`PUT /api/users/${id}`, { token: FULL, body: { role: 2 } }),
        FORBIDDEN,
      ],
    ])('%s', async (_, change, answer) => {
      const id = await make({ ...carl, confirmed: true })
      const token = await users.signIn('carl')
      expect((await users.ask('GET /api/users/me', { token })).status).toBe(200)
      expect((await change(id)).status).toBe(200)
      expect(await users.ask('GET /api/users/me', { token })).toEqual(answer)
    })

    test('the address has to be confirmed', async () => {
      const id = await make({ ...carl, confirmed: true })
      const token = await users.signIn('carl')
      await users.advanced({ email_confirmation: true })
      await users.ask(`PUT /api/users/${id}`, { token: FULL, body: { confirmed: false } })
      expect(await users.ask('GET /api/users/me', { token })).toEqual(GONE)
      await users.advanced()
    })

    test('another server on the same database knows too', async () => {
      const id = await make({ ...carl, confirmed: true })
      const token = await users.signIn('carl')
      const second = await users.open()
      const headers = { authorization: `Bearer ${token}` }
      expect((await second.inject({ url: '/api/users/me', headers })).statusCode).toBe(200)
      await users.ask(`PUT /api/users/${id}`, { token: FULL, body: { password: 'Password2' } })
      expect((await second.inject({ url: '/api/users/me', headers })).statusCode).toBe(401)
    })
  })

  test('CVE-2026-25574: an API token and a user of the same id are not each other', async () => {
    const [[tokenId] = []] = await users.change(sql`select id from strapi_api_tokens order by id limit 1`)
    expect(Number(tokenId)).toBe(1)
    for (const token of [READ, FULL]) expect((await users.ask('GET /api/users/me', { token })).status).not.toBe(200)
    expect((await users.ask('GET /api/users', { token: await users.signIn('alice') })).status).toBe(403)
  })

  test('CVE-2023-22893: tokens that were not signed with the secret, by HS256, are refused without a look at the user', async () => {
    const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')
    const iat = Math.floor(Date.now() / 1000)
    const claims = part({ id: 1, iat, exp: iat + 1000 })
    const signed = (head: object, { hash = 'sha256', secret = SECRETS.jwt, payload = claims } = {}) => {
      const text = `${part(head)}.${payload}`
      return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
    }
    const good = { alg: 'HS256', typ: 'JWT' }
    expect((await users.ask('GET /api/users/me', { token: signed(good) })).status).toBe(200)
    const tokens = [
      `${part({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      signed({ alg: 'none', typ: 'JWT' }),
      signed({ alg: 'HS512', typ: 'JWT' }, { hash: 'sha512' }),
      signed({ alg: 'HS256', typ: 'other' }),
      signed(good, { secret: 'oracle-admin-secret' }),
      signed({ ...good, kid: '../../x' }, { secret: '' }),
      signed(good, { payload: part({ id: 1, iat: iat - 100, exp: iat - 1 }) }),
      signed(good, { payload: part({ id: 1, iat: iat + 3600, exp: iat + 7200 }) }),
      signed(good, { payload: part({ id: { $gt: 0 }, iat, exp: iat + 1000 }) }),
      'x'.repeat(60_000),
    ]
    const refused = failure(401, 'UnauthorizedError', 'Missing or invalid credentials')
    for (const token of tokens) expect(await users.ask('GET /api/users/me', { token })).toEqual(refused)
  })

  test('no cache may give the answer for one caller to another', async () => {
    const own = await users.send('GET /api/users/me', { token: await users.signIn('alice') })
    expect(own.headers.vary).toContain('Authorization')
    const tag = { 'if-none-match': String(own.headers.etag) }
    expect((await users.send('GET /api/users/me', { headers: tag })).statusCode).toBe(403)
    expect((await users.send('GET /api/users/me', { token: FULL, headers: tag })).statusCode).toBe(401)
    const login = await users.send('POST /api/auth/local', { body: { identifier: 'alice', password: PASSWORD } })
    expect(login.headers['cache-control']).toBe('no-store')
  })

  test('CVE-2023-22894: hashes and codes can be neither read nor guessed through filters, sorting and populate', async () => {
    for (const key of ['password', 'resetPasswordToken', 'confirmationToken']) {
      const refused = failure(400, 'ValidationError', `Invalid parameter ${key}`)
      for (const query of [
        `filters[${key}][$startsWith]=$2`,
        `filters[${key}][$notNull]=true`,
        `sort=${key}:asc`,
        `fields[0]=${key}`,
        `filters[$and][0][${key}][$ne]=x`,
      ])
        expect(await users.ask(`GET /api/users?${query}`, { token: FULL })).toEqual(refused)
    }
    const through = await users.ask('GET /api/users?filters[role][users][password][$contains]=x', { token: FULL })
    expect(through.status).toBe(400)
    for (const query of ['', '?populate=*', '?populate[role][populate]=*']) {
      const { payload } = await users.send(`GET /api/users${query}`, { token: FULL })
      expect(payload).not.toMatch(/\$2[aby]\$|"password"|Token"/)
    }
  })

  test('the fields that a role was granted are all that it sees of a user, also when signing in', async () => {
    await forget()
    const { database, schema, close } = await users.storage()
    await grant(database, schema, {
      role: 'public',
      type: 'plugin::users-permissions.user',
      actions: ['find'],
      fields: ['username'],
    })
    await close()
    expect(await users.ask('GET /api/users')).toEqual(
      ok([
        { id: 1, username: 'alice' },
        { id: 2, username: 'bob' },
      ]),
    )
    const answer = await users.ask('POST /api/auth/local', { body: { identifier: 'alice', password: PASSWORD } })
    expect(answer).toEqual(ok({ jwt: '<jwt>', user: { id: 1, username: 'alice' } }))
  })
})
