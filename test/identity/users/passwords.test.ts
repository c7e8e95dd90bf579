import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signUserToken } from '../../../src/identity/sign-in/user-token.ts'
import { sql } from '../../../src/sql/fragment.ts'
import { CLIENTS } from '../../support/databases.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { ALICE, callers, FULL, failure, invalid, ok, openUsers, PASSWORD, SECRETS, type Users } from './open-users.ts'

const FORGOT = 'POST /api/auth/forgot-password'
const RESET = 'POST /api/auth/reset-password'
const CHANGE = 'POST /api/auth/change-password'
const CODE = 'c0de'.repeat(32)
const UNAUTHORIZED = failure(401, 'UnauthorizedError', 'Invalid credentials')
/** A place in the manner of JavaScript. */
const DOLLAR = '$'.concat('{7*7}')
/** bcrypt of `Password1`, at the smallest cost. */
const HASH = '$2b$04$74gA7lPyQKIR8j6lijaBqeZnfGd8.WNarGoCdrxl1qixlTRd6wPE2'

describe.each(CLIENTS)('passwords on %s', client => {
  let users: Users
  let post: MailServer
  beforeAll(async () => {
    post = await startMailServer()
    const smtp = { host: '127.0.0.1', port: post.port, secure: false, username: 'postman', password: 'letters' }
    users = await openUsers(client, {
      email: { smtp, from: 'Site <site@example.test>' },
      server: { url: 'https://cms.test' },
    })
  })
  beforeEach(async () => {
    await users.change(
      sql`update up_users set password = ${users.text(HASH)}, reset_password_token = null where id = 1`,
    )
  })
  const me = (token: string) => users.ask('GET /api/users/me', { token })
  const storedCode = async (id = 1) =>
    (await users.change(sql`select reset_password_token from up_users where id = ${users.int(id)}`))[0]?.[0]
  /** Stores a code as Strapi does, which changes the user, some minutes ago. */
  const giveCode = (minutes = 0) =>
    users.change(
      sql`update up_users set reset_password_token = ${users.text(CODE)}, updated_at = ${users.moment(Date.now() - minutes * 60_000)} where id = 1`,
    )
  const WRONG_CODE = failure(400, 'ValidationError', 'Incorrect code provided')
  /** The code in a mail that was asked for. */
  const askForCode = async (email = 'alice@example.test') => {
    const mail = await post.next(() => users.ask(FORGOT, { body: { email } }))
    return /\?code=([\da-f]{128})/.exec(mail.source)?.[1] ?? ''
  }

  describe('POST /api/auth/change-password', () => {
    const body = { currentPassword: PASSWORD, password: 'Password2', passwordConfirmation: 'Password2' }

    test('while the clock was a day ahead locks nobody out when it is set back', async () => {
      const old = await users.signIn('alice')
      const { jwt } = (await users.send(CHANGE, { token: old, body })).json() as { jwt: string }
      await users.change(sql`update ${users.own('password_changes')} set tokens_from = tokens_from + 86400`)
      const token = await users.signIn('alice', 'Password2')
      expect((await me(token)).status).toBe(200)
      expect(await me(jwt)).toEqual(UNAUTHORIZED)
      const { iat } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { iat: number }
      const later = await signUserToken(SECRETS.jwt, { userId: 1, issuedAt: iat + 1 }, 3600)
      expect((await me(later)).status).toBe(401)
      await users.change(sql`delete from ${users.own('password_changes')}`)
      expect((await me(token)).status).toBe(401)
    })

    test('gives a new token; the new password works and the old one does not', async () => {
      const token = await users.signIn('alice')
      const answer = await users.send(CHANGE, { token, body })
      const { jwt, user } = answer.json() as { jwt: string; user: { updatedAt: string } }
      expect(answer.statusCode).toBe(200)
      expect(user).toEqual({ ...ALICE, updatedAt: user.updatedAt })
      expect((await me(jwt)).status).toBe(200)
      expect(await users.signIn('alice', 'Password2')).toMatch(/^eyJ/)
      expect(
        (await users.ask('POST /api/auth/local', { body: { identifier: 'alice', password: PASSWORD } })).status,
      ).toBe(400)
    })

    const again = { currentPassword: 'Password2', password: 'Password3', passwordConfirmation: 'Password3' }
    const forgetChanges = () => users.change(sql`delete from ${users.own('password_changes')}`)
    /** Another token of Alice than the ones of this second. */
    const olderToken = (seconds: number) =>
      signUserToken(SECRETS.jwt, { userId: 1, issuedAt: Math.floor(Date.now() / 1000) - seconds }, 3600)

    test('CVE-2026-22706: tokens from before a new password are dead at once, also those made in the same second', async () => {
      const strict = callers(await users.open({ users: { passwordGrace: 0 } }))
      const tokens = [await users.signIn('alice'), await users.signIn('alice@example.test')]
      const { jwt } = (await strict.send(CHANGE, { token: tokens[0], body })).json() as { jwt: string }
      for (const token of tokens) expect(await me(token)).toEqual(UNAUTHORIZED)
      expect(await users.ask('GET /api/articles', { token: tokens[0] })).toEqual(UNAUTHORIZED)
      const { jwt: last } = (await strict.send(CHANGE, { token: jwt, body: again })).json() as { jwt: string }
      expect(await me(jwt)).toEqual(UNAUTHORIZED)
      expect((await me(last)).status).toBe(200)
    })

    test('in the dialect strapi4 the token that made the change, and no other, stays valid for the grace time', async () => {
      await forgetChanges()
      const [changing, other] = [await olderToken(20), await olderToken(10)]
      const { jwt } = (await users.send(CHANGE, { token: changing, body })).json() as { jwt: string }
      expect([(await me(changing)).status, (await me(jwt)).status]).toEqual([200, 200])
      expect(await me(other)).toEqual(UNAUTHORIZED)
      await users.change(sql`update ${users.own('password_changes')} set spared_until = spared_until - 300`)
      expect(await me(changing)).toEqual(UNAUTHORIZED)
    })

    test('the next new password ends the grace time of the last one', async () => {
      await forgetChanges()
      const changing = await olderToken(20)
      const { jwt } = (await users.send(CHANGE, { token: changing, body })).json() as { jwt: string }
      expect((await me(changing)).status).toBe(200)
      await users.send(CHANGE, { token: jwt, body: again })
      expect(await me(changing)).toEqual(UNAUTHORIZED)
    })

    test.each([
      [
        'nothing',
        {},
        invalid(
          ['passwordConfirmation', 'passwordConfirmation is a required field'],
          ['password', 'password is a required field'],
          ['currentPassword', 'currentPassword is a required field'],
        ),
      ],
      [
        'another confirmation',
        { ...body, passwordConfirmation: 'x' },
        invalid(['passwordConfirmation', 'Passwords do not match']),
      ],
      [
        'a wrong password',
        { ...body, currentPassword: 'x' },
        failure(400, 'ValidationError', 'The provided current password is invalid'),
      ],
      [
        'the same password',
        { ...body, password: PASSWORD, passwordConfirmation: PASSWORD },
        failure(400, 'ValidationError', 'Your new password must be different than your current password'),
      ],
      [
        'a short password',
        { ...body, password: 'P', passwordConfirmation: 'P' },
        invalid(['password', 'password must be at least 6 characters']),
      ],
      ['more than there is', { ...body, foo: 1 }, invalid(['', 'this field has unspecified keys: foo'])],
    ])('a body with %s is refused', async (_, given, answer) => {
      const token = await users.signIn('alice')
      expect(await users.ask(CHANGE, { token, body: given })).toEqual(answer)
      expect((await me(token)).status).toBe(200)
    })

    test('is for users only', async () => {
      expect(await users.ask(CHANGE, { body })).toEqual(failure(403, 'ForbiddenError', 'Forbidden'))
      expect(await users.ask(CHANGE, { token: FULL, body })).toEqual(
        failure(400, 'ApplicationError', 'You must be authenticated to reset your password'),
      )
    })

    test('CVE-2025-25298: a new password of more than 72 bytes is refused, in letters and in emoji', async () => {
      const token = await users.signIn('alice')
      for (const password of ['a'.repeat(73), '😀'.repeat(19)]) {
        const answer = await users.ask(CHANGE, { token, body: { ...body, password, passwordConfirmation: password } })
        expect(answer).toEqual(invalid(['password', 'Password must be less than 73 bytes']))
      }
      const longest = 'é'.repeat(36)
      const answer = await users.ask(CHANGE, {
        token,
        body: { ...body, password: longest, passwordConfirmation: longest },
      })
      expect(answer.status).toBe(200)
    })
  })

  describe('POST /api/auth/forgot-password', () => {
    test('sends a code, from the stored template and in the name of the settings', async () => {
      await users.advanced({ email_reset_password: 'https://site.test/new-password' })
      let answer: unknown
      const mail = await post.next(async () => {
        answer = await users.ask(FORGOT, { body: { email: 'ALICE@example.test' } })
      })
      expect(answer).toEqual(ok({ ok: true }))
      const [, code = ''] = /\?code=([\da-f]{128})/.exec(mail.source) ?? []
      expect(mail).toMatchObject({ from: 'site@example.test', to: ['alice@example.test'] })
      expect(mail.source).toContain('Subject: Reset password')
      expect(mail.source).toContain(`<p>https://site.test/new-password?code=${code}</p>`)
      expect(JSON.stringify(await users.change(sql`select * from ${users.own('user_codes')}`))).not.toContain(code)
      await users.advanced()
    })

    test("does the same work for addresses that exist, are blocked or are nobody's, so that the next request tells nothing", async () => {
      const statements: string[] = []
      // Its mails go to the log, so that none of them arrives during the next test.
      const onStatement = ({ text }: { readonly text: string }) => statements.push(text)
      const { ask } = callers(await users.open({ onStatement, email: { smtp: null } }))
      const work = async (request: string, email: string) => {
        statements.length = 0
        expect((await ask(request, { body: { email } })).status).toBe(200)
        await expect.poll(() => statements.filter(text => text.includes('insert')).length).toBe(1)
        return [...statements]
      }
      // The first request of a server reads the rights, whoever asks.
      await work(FORGOT, 'nobody@example.test')
      for (const request of [FORGOT, 'POST /api/auth/send-email-confirmation']) {
        const known = await work(request, 'alice@example.test')
        expect(await work(request, 'nobody@example.test')).toEqual(known)
        expect(await work(request, 'bob@example.test')).toEqual(known)
        // Rights are read again after a change of users, which would take time.
        expect(known.filter(text => /(update|insert into).*up_users/.test(text))).toEqual([])
      }
    })

    test('same answer for accounts that do not exist or are blocked, and no mail', async () => {
      const before = post.mails.length
      for (const email of ['nobody@example.test', 'bob@example.test'])
        expect(await users.ask(FORGOT, { body: { email } })).toEqual(ok({ ok: true }))
      await post.next(() => users.ask(FORGOT, { body: { email: 'alice@example.test' } }))
      // Mails are sent after a pause of up to a second.
      await new Promise(resolve => setTimeout(resolve, 1500))
      expect(post.mails.length).toBe(before + 1)
      expect(await storedCode(2)).toBeNull()
    })

    test.each([
      ['nothing', {}, invalid(['email', 'email is a required field'])],
      ['no address', { email: 'x' }, invalid(['email', 'email must be a valid email'])],
      ['more than there is', { email: 'a@b.co', x: 1, y: 2 }, invalid(['', 'this field has unspecified keys: x, y'])],
    ])('a body with %s is refused', async (_, given, answer) => {
      expect(await users.ask(FORGOT, { body: given })).toEqual(answer)
    })

    test('CVE-2023-22621: a template is text; nothing in it is evaluated', async () => {
      const message = `<%= URL %> <%= process.env %> <% throw 1 %> ${DOLLAR} <%= USER.username %> <%= USER.password %> <%= constructor %>`
      const options = {
        from: { name: 'Us', email: 'us@example.test' },
        response_email: 're@example.test',
        object: 'For <%= USER.username %>',
        message,
      }
      const templates = await users.stored('email')
      await users.store('email', { reset_password: { options } })
      await users.change(sql`update up_users set username = ${users.text('<b>&<%= TOKEN %>')} where id = 1`)
      const mail = await post.next(() => users.ask(FORGOT, { body: { email: 'alice@example.test' } }))
      await users.change(sql`update up_users set username = 'alice' where id = 1`)
      await users.store('email', templates)
      expect(mail.source).toContain('Reply-To: re@example.test')
      expect(mail.source).toMatch(/From: "?Us"? <us@example.test>/)
      expect(mail.source).toContain(`<%= process.env %> <% throw 1 %> ${DOLLAR}`)
      expect(mail.source).toContain('&lt;b&gt;&amp;&lt;%= TOKEN %&gt; <%= USER.password %> <%= constructor %>')
    })
  })

  describe('POST /api/auth/reset-password', () => {
    const body = { code: CODE, password: 'Password2', passwordConfirmation: 'Password2' }

    test('gives whoever has the code a new password and a token, once', async () => {
      await giveCode()
      const old = await users.signIn('alice')
      const answer = await users.send(RESET, { body })
      const { jwt, user } = answer.json() as { jwt: string; user: { updatedAt: string } }
      expect(answer.statusCode).toBe(200)
      expect(user).toEqual({ ...ALICE, updatedAt: user.updatedAt })
      expect((await me(jwt)).status).toBe(200)
      expect(await me(old)).toEqual(UNAUTHORIZED)
      expect(await users.signIn('alice', 'Password2')).toMatch(/^eyJ/)
      expect(await users.ask(RESET, { body })).toEqual(failure(400, 'ValidationError', 'Incorrect code provided'))
    })

    test('takes the code of a mail, once', async () => {
      const code = await askForCode()
      expect(await users.ask(RESET, { body: { ...body, code: code.replace(/./, 'x') } })).toEqual(WRONG_CODE)
      const answers = await Promise.all([1, 2].map(() => users.ask(RESET, { body: { ...body, code } })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
      expect(await users.signIn('alice', 'Password2')).toMatch(/^eyJ/)
    })

    test('a second code ends the first', async () => {
      const [first, second] = [await askForCode(), await askForCode()]
      expect(await users.ask(RESET, { body: { ...body, code: first } })).toEqual(WRONG_CODE)
      expect((await users.ask(RESET, { body: { ...body, code: second } })).status).toBe(200)
    })

    test.each([
      ['PUT /api/users/1', { password: 'Password3' }],
      ['PUT /api/users/1', { email: 'other@example.test' }],
    ])('%s with %j ends the codes, those of Strapi too', async (request, change) => {
      const code = await askForCode()
      await giveCode()
      expect((await users.ask(request, { token: FULL, body: change })).status).toBe(200)
      for (const given of [code, CODE])
        expect(await users.ask(RESET, { body: { ...body, code: given } })).toEqual(WRONG_CODE)
      await users.ask(request, { token: FULL, body: { email: 'alice@example.test' } })
      expect(await users.ask(RESET, { body: { ...body, code } })).toEqual(WRONG_CODE)
    })

    test('a password that somebody else has written into the database ends the code', async () => {
      const code = await askForCode()
      await users.change(sql`update up_users set password = ${users.text(`${HASH}x`)} where id = 1`)
      expect(await users.ask(RESET, { body: { ...body, code } })).toEqual(WRONG_CODE)
    })

    test('codes end after users.resetCodeLifetime', async () => {
      const code = await askForCode()
      await giveCode(61)
      await users.change(sql`update ${users.own('user_codes')} set expires_at = expires_at - 3600000`)
      for (const given of [code, CODE])
        expect(await users.ask(RESET, { body: { ...body, code: given } })).toEqual(WRONG_CODE)
      await giveCode(59)
      expect((await users.ask(RESET, { body })).status).toBe(200)
      const patient = callers(await users.open({ users: { resetCodeLifetime: 7200 } }))
      await giveCode(61)
      expect((await patient.ask(RESET, { body })).status).toBe(200)
    })

    test('a code that is used twice at the same time works once', async () => {
      await giveCode()
      const answers = await Promise.all([users.ask(RESET, { body }), users.ask(RESET, { body })])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    })

    test('a code ends with the password that it was meant for', async () => {
      await giveCode()
      const change = { currentPassword: PASSWORD, password: 'Password2', passwordConfirmation: 'Password2' }
      await users.ask(CHANGE, { token: await users.signIn('alice'), body: change })
      expect(await storedCode()).toBeNull()
    })

    test.each([
      [
        'nothing',
        {},
        invalid(
          ['passwordConfirmation', 'passwordConfirmation is a required field'],
          ['password', 'password is a required field'],
          ['code', 'code is a required field'],
        ),
      ],
      ['an unknown code', { ...body, code: 'x' }, failure(400, 'ValidationError', 'Incorrect code provided')],
      [
        'another confirmation',
        { ...body, passwordConfirmation: 'x' },
        failure(400, 'ValidationError', 'Passwords do not match'),
      ],
      [
        'an operator for a code',
        { ...body, code: { $ne: '' } },
        invalid(['code', 'code must be a `string` type, but the final value was: `{\n  "$ne": "\\"\\""\n}`.']),
      ],
      ['an empty code', { ...body, code: '' }, invalid(['code', 'code is a required field'])],
      [
        'a short password',
        { ...body, password: 'P', passwordConfirmation: 'P' },
        invalid(['password', 'password must be at least 6 characters']),
      ],
    ])('a body with %s is refused', async (_, given, answer) => {
      await giveCode()
      expect(await users.ask(RESET, { body: given })).toEqual(answer)
      expect(await storedCode()).toBe(CODE)
    })
  })

  test('without a mail server, production says so before it looks anybody up, and development writes the mail to the log', async () => {
    const refused = failure(
      400,
      'ApplicationError',
      'No mail server is configured (setting email.smtp, environment SMTP_HOST)',
    )
    const production = await users.open({ email: { smtp: null }, development: false })
    for (const email of ['alice@example.test', 'nobody@example.test']) {
      const answer = await production.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })
      expect([answer.statusCode, answer.json()]).toEqual([400, refused.body])
    }
    const development = await users.open({ email: { smtp: null } })
    const answer = await development.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      payload: { email: 'alice@example.test' },
    })
    expect(answer.json()).toEqual({ ok: true })
    const codes = async () =>
      (await users.change(sql`select user_id from ${users.own('user_codes')}`)).flat().map(Number)
    await expect.poll(codes).toContain(1)
  })

  test('a mail server that is away changes nothing about the answer', async () => {
    const smtp = { url: 'smtp://127.0.0.1:1' }
    const app = await users.open({ email: { smtp } })
    const payload = { email: 'alice@example.test' }
    expect((await app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload })).json()).toEqual({
      ok: true,
    })
  })
})
