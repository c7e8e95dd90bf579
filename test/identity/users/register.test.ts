import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD_COST } from '../../../src/identity/sign-in/password-hash.ts'
import { sql } from '../../../src/sql/fragment.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { CLIENTS, freshDatabase, temporaryFolder } from '../../support/databases.ts'
import { extendedUserType, USER_SCHEMA_FILE } from './extended-user-type.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import {
  AUTHENTICATED,
  callers,
  FULL,
  failure,
  invalid,
  newUser,
  ok,
  openUsers,
  PASSWORD,
  SECRETS,
  type Users,
} from './open-users.ts'

const REGISTER = 'POST /api/auth/local/register'
const CONFIRM = 'GET /api/auth/email-confirmation'
const SEND = 'POST /api/auth/send-email-confirmation'
const ann = { username: 'ann', email: 'Ann@Example.test', password: PASSWORD }
const TAKEN = failure(400, 'ApplicationError', 'Email or Username are already taken')

describe.each(CLIENTS)('registration on %s', client => {
  let users: Users
  let post: MailServer
  beforeAll(async () => {
    post = await startMailServer()
    const email = { smtp: { url: `smtp://127.0.0.1:${post.port}` }, from: 'site@example.test' }
    users = await openUsers(client, {
      email,
      server: { url: 'https://cms.test' },
      passwordCost: PASSWORD_COST,
    })
  })
  /** Each test begins without the users of the one before. */
  const forget = () => users.change(sql`delete from up_users where id > 2`)
  const register = async (body: object) => {
    await forget()
    return users.ask(REGISTER, { body })
  }
  const idOf = async (name: string) =>
    Number((await users.change(sql`select id from up_users where username = ${users.text(name)}`))[0]?.[0])

  test('makes a user of the default role, who is signed in', async () => {
    await forget()
    const answer = await users.send(REGISTER, { body: ann })
    const { jwt, user } = answer.json() as { jwt: string; user: { id: number; createdAt: string } }
    expect(answer.statusCode).toBe(200)
    expect(user).toEqual({
      ...newUser(user.id, 'ann', 'ann@example.test'),
      createdAt: user.createdAt,
      updatedAt: user.createdAt,
    })
    expect((await users.ask('GET /api/users/me', { token: jwt })).body).toMatchObject({ username: 'ann' })
    expect(await users.userOf(user.id)).toMatchObject({ role: AUTHENTICATED })
    expect(await users.signIn('ann')).toMatch(/^eyJ/)
    const [[hash] = []] = await users.change(sql`select password from up_users where username = 'ann'`)
    expect(hash).toMatch(/^\$2[aby]\$10\$/)
  })

  test('a caller who may read roles sees the role', async () => {
    await forget()
    const answer = await users.ask(REGISTER, { token: FULL, body: ann })
    expect(answer.body).toMatchObject({ user: { role: AUTHENTICATED } })
  })

  test('CVE-2023-39345: only the allowed fields are taken from the body', async () => {
    const more = {
      ...{ role: 2, confirmed: false, blocked: true, provider: 'x', resetPasswordToken: 't', confirmationToken: 't' },
      ...{ id: 77, foo: 1, createdAt: '2020-01-01', createdBy: 1, publishedAt: null },
    }
    const { status } = await register({ ...ann, ...more })
    expect(status).toBe(200)
    const id = await idOf('ann')
    expect(id).not.toBe(77)
    expect(await users.userOf(id)).toEqual({ ...newUser(id, 'ann', 'ann@example.test'), role: AUTHENTICATED })
    const [tokens] = await users.change(
      sql`select reset_password_token, confirmation_token, created_by_id from up_users where username = 'ann'`,
    )
    expect(tokens).toEqual([null, null, null])
  })

  test.each([
    ['the address of somebody', { ...ann, email: 'ALICE@example.test' }],
    ['the name of somebody', { ...ann, username: 'alice' }],
    ['the address of somebody as the name', { ...ann, username: 'alice@example.test' }],
  ])('%s cannot be taken', async (_, body) => {
    expect(await register(body)).toEqual(TAKEN)
  })

  test('two registrations of one name at the same time make one user', async () => {
    await forget()
    const answers = await Promise.all([users.ask(REGISTER, { body: ann }), users.ask(REGISTER, { body: ann })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers).toContainEqual(TAKEN)
  })

  test.each([
    [
      'nothing',
      {},
      invalid(
        ['email', 'email is a required field'],
        ['username', 'username is a required field'],
        ['password', 'password is a required field'],
      ),
    ],
    [
      'a list',
      [1],
      invalid(
        ['email', 'email is a required field'],
        ['username', 'username is a required field'],
        ['password', 'password is a required field'],
      ),
    ],
    ['no address', { ...ann, email: 'a1' }, invalid(['email', 'email must be a valid email'])],
    [
      'a number for a name',
      { ...ann, username: 5 },
      invalid(['username', 'username must be a `string` type, but the final value was: `5`.']),
    ],
    [
      'short texts',
      { email: 'a@b.c', username: 'x', password: 'y' },
      invalid(
        ['username', 'username must be at least 3 characters'],
        ['password', 'password must be at least 6 characters'],
      ),
    ],
    [
      'a name that is too long',
      { ...ann, username: 'x'.repeat(256) },
      invalid(['username', 'username must be at most 255 characters']),
    ],
    ['a NUL', { ...ann, username: 'an\0n' }, invalid(['username', 'username must not contain the NUL character'])],
  ])('a body with %s is told what is wrong', async (_, body, answer) => {
    expect(await register(body)).toEqual(answer)
  })

  test('CVE-2025-25298: a password of more than 72 bytes is refused, so that its beginning never is one', async () => {
    const refused = invalid(['password', 'Password must be less than 73 bytes'])
    for (const password of ['p'.repeat(73), '😀'.repeat(19)])
      expect(await register({ ...ann, password })).toEqual(refused)
    expect(
      (await users.ask('POST /api/auth/local', { body: { identifier: 'ann', password: 'p'.repeat(72) } })).status,
    ).toBe(400)
    expect((await register({ ...ann, password: 'p'.repeat(72) })).status).toBe(200)
  })

  test('the settings of the admin panel count', async () => {
    await users.advanced({ allow_register: false })
    expect(await register(ann)).toEqual(failure(400, 'ApplicationError', 'Register action is currently disabled'))
    await users.advanced({ default_role: 'nobody' })
    expect(await register(ann)).toEqual(failure(400, 'ApplicationError', 'Impossible to find the default role'))
    await users.advanced({ default_role: 'public' })
    await register(ann)
    expect(await users.userOf(await idOf('ann'))).toMatchObject({ role: { type: 'public' } })
    await users.change(sql`update up_users set provider = 'github' where id = 1`)
    await users.advanced({ unique_email: false })
    expect((await register({ ...ann, email: 'alice@example.test' })).status).toBe(200)
    await users.advanced()
    expect(await register({ ...ann, email: 'alice@example.test' })).toEqual(TAKEN)
    await users.change(sql`update up_users set provider = 'local' where id = 1`)
  })

  test('settings that cannot be read let nobody new in', async () => {
    const key = users.text('plugin_users-permissions_advanced')
    await users.change(sql`update strapi_core_store_settings set value = 'x' where key = ${key}`)
    expect(await register(ann)).toEqual(failure(400, 'ApplicationError', 'Register action is currently disabled'))
    await users.advanced()
  })

  describe('with confirmation of the address', () => {
    beforeAll(() =>
      users.advanced({ email_confirmation: true, email_confirmation_redirection: 'https://site.test/welcome' }),
    )
    const linkIn = (source: string) =>
      /https:\/\/cms\.test(\/api\/auth\/email-confirmation\?confirmation=[\da-f]{40})</.exec(source)?.[1]

    test('the new user gets a mail and no token, and may sign in after opening the link in it', async () => {
      await forget()
      let answer: unknown
      const mail = await post.next(async () => {
        answer = await users.ask(REGISTER, { body: ann })
      })
      const id = await idOf('ann')
      expect(answer).toEqual(ok({ user: { ...newUser(id, 'ann', 'ann@example.test'), confirmed: false } }))
      expect(mail.to).toEqual(['ann@example.test'])
      expect(mail.source).toContain('Subject: Account confirmation')
      const body = { identifier: 'ann', password: PASSWORD }
      expect(await users.ask('POST /api/auth/local', { body })).toEqual(
        failure(400, 'ApplicationError', 'Your account email is not confirmed'),
      )
      const confirmed = await users.send(`GET ${linkIn(mail.source)}`)
      expect([confirmed.statusCode, confirmed.headers.location]).toEqual([302, 'https://site.test/welcome'])
      expect((await users.ask('POST /api/auth/local', { body })).status).toBe(200)
      expect(await users.ask(`GET ${linkIn(mail.source)}`)).toEqual(failure(400, 'ValidationError', 'Invalid token'))
    })

    test('a mail can be asked for again; the link in the older one is dead', async () => {
      await forget()
      const first = await post.next(() => users.ask(REGISTER, { body: ann }))
      const again = await post.next(async () =>
        expect(await users.ask(SEND, { body: { email: 'ann@example.test' } })).toEqual(
          ok({ email: 'ann@example.test', sent: true }),
        ),
      )
      expect((await users.send(`GET ${linkIn(first.source)}`)).statusCode).toBe(400)
      expect((await users.send(`GET ${linkIn(again.source)}`)).statusCode).toBe(302)
    })

    test('who asks for an address that nobody has gets the same answer', async () => {
      const email = 'NO@such.user'
      expect(await users.ask(SEND, { body: { email, x: 2 } })).toEqual(ok({ email, sent: true }))
    })

    test.each([
      ['nothing', {}, invalid(['email', 'email is a required field'])],
      ['no address', { email: 'x' }, invalid(['email', 'email must be a valid email'])],
    ])('%s is refused', async (_, body, answer) => {
      expect(await users.ask(SEND, { body })).toEqual(answer)
    })

    // Strapi tells `Already confirmed` and `User blocked`, and thus who has an account.
    test('a confirmed and a blocked user get no mail and the same answer as nobody', async () => {
      await users.change(sql`update up_users set confirmed = ${users.no} where id = 2`)
      const before = post.mails.length
      for (const email of ['alice@example.test', 'bob@example.test'])
        expect(await users.ask(SEND, { body: { email } })).toEqual(ok({ email, sent: true }))
      // Mails are sent after a pause of up to a second.
      await new Promise(resolve => setTimeout(resolve, 1500))
      expect(post.mails.length).toBe(before)
    })

    test('a link ends after users.confirmationCodeLifetime, and with the address that it was sent to', async () => {
      await forget()
      const expired = await post.next(() => users.ask(REGISTER, { body: ann }))
      await users.change(sql`update ${users.own('user_codes')} set expires_at = expires_at - 86400000`)
      expect((await users.send(`GET ${linkIn(expired.source)}`)).statusCode).toBe(400)
      const again = await post.next(() => users.ask(SEND, { body: { email: ann.email } }))
      const id = await idOf('ann')
      await users.ask(`PUT /api/users/${id}`, { token: FULL, body: { email: 'else@example.test' } })
      expect((await users.send(`GET ${linkIn(again.source)}`)).statusCode).toBe(400)
    })

    test('in production without a mail server nobody is registered, and the answer says why', async () => {
      await forget()
      const { ask } = callers(await users.open({ email: { smtp: null }, development: false }))
      const refused = failure(
        400,
        'ApplicationError',
        'No mail server is configured (setting email.smtp, environment SMTP_HOST)',
      )
      expect(await ask(REGISTER, { body: ann })).toEqual(refused)
      expect(await ask(SEND, { body: { email: 'bob@example.test' } })).toEqual(refused)
      expect(await idOf('ann')).toBeNaN()
    })

    test('a mail server that is away is told, and the mail can be asked for later', async () => {
      await forget()
      const { ask } = callers(await users.open({ email: { smtp: { url: 'smtp://127.0.0.1:1' } } }))
      expect(await ask(REGISTER, { body: ann })).toEqual(
        failure(400, 'ApplicationError', 'The mail could not be sent, please try again later'),
      )
      expect(await idOf('ann')).toBeGreaterThan(2)
    })

    test.each([
      ['', invalid(['confirmation', 'confirmation is a required field'])],
      ['?confirmation=', invalid(['confirmation', 'confirmation is a required field'])],
      ['?confirmation=x', failure(400, 'ValidationError', 'Invalid token')],
      ['?confirmation=%00', failure(400, 'ValidationError', 'Invalid token')],
      ['?confirmation[$ne]=x', invalid(['confirmation', 'confirmation is a required field'])],
    ])('the link %s is refused', async (query, answer) => {
      expect(await users.ask(`${CONFIRM}${query}`)).toEqual(answer)
    })

    test('without a page of its own, a confirmed address leads to the start', async () => {
      await users.advanced({ email_confirmation: true })
      await users.change(
        sql`update up_users set confirmation_token = 'abc', updated_at = ${users.moment(Date.now())} where id = 1`,
      )
      expect((await users.send(`${CONFIRM}?confirmation=abc`)).headers.location).toBe('/')
      await users.advanced()
    })
  })
})

describe.each(CLIENTS)('registration in a new project with fields of its own on %s', client => {
  const attributes = {
    nickname: { type: 'string', maxLength: 5 },
    score: { type: 'integer', min: 1 },
    born: { type: 'date' },
    notes: { type: 'json' },
    level: { type: 'enumeration', enum: ['low', 'high'], default: 'low' },
    salary: { type: 'integer', private: true },
  }
  let folder: string
  beforeAll(() => {
    folder = temporaryFolder()
    const file = join(folder, USER_SCHEMA_FILE)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { '@strapi/strapi': '4.26.2' } }))
    writeFileSync(file, JSON.stringify(extendedUserType(attributes)))
  })
  const open = async (registerFields: readonly string[] | null) => {
    const database = await freshDatabase(client)
    return callers(
      await buildTestApp({ folder, database, dialect: 'strapi4', secrets: SECRETS, users: { registerFields } }),
    )
  }
  const body = {
    ...ann,
    nickname: 'A',
    score: '3',
    born: '2001-02-03',
    notes: { a: [1] },
    salary: 9,
    role: 2,
    blocked: true,
  }

  test('open fields are taken, hidden and protected ones are not', async () => {
    const { ask } = await open(null)
    const { createdAt, updatedAt, ...user } = newUser(1, 'ann', 'ann@example.test')
    expect(await ask(REGISTER, { body })).toEqual(
      ok({
        jwt: '<jwt>',
        user: {
          ...user,
          nickname: 'A',
          score: 3,
          born: '2001-02-03',
          notes: { a: [1] },
          level: 'low',
          createdAt,
          updatedAt,
        },
      }),
    )
    expect(
      await ask(REGISTER, {
        body: { ...body, username: 'bea', email: 'b@example.test', nickname: 'too long', score: 0, level: 'x' },
      }),
    ).toEqual(
      invalid(
        ['nickname', 'nickname must be at most 5 characters'],
        ['score', 'score must be greater than or equal to 1'],
        ['level', 'level must be one of the following values: low, high, '],
      ),
    )
  })

  test('the setting users.registerFields names what is taken', async () => {
    const { ask } = await open(['score', 'role', 'blocked', 'resetPasswordToken'])
    expect((await ask(REGISTER, { body })).body).toMatchObject({ user: { nickname: null, score: 3, blocked: false } })
  })
})
