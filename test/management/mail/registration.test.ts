/** Who may register, as administrators set it: stored as Strapi does, and the content API obeys. */
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../src/sql/fragment.ts'
import { failure } from '../../identity/users/open-users.ts'
import { CLIENTS } from '../../support/databases.ts'
import { mailApp } from './mail-app.ts'

const GET = 'GET /settings/registration'
const PUT = 'PUT /settings/registration'
const REGISTER = 'POST /api/auth/local/register'

const USUAL = {
  allowRegister: true,
  uniqueEmail: true,
  emailConfirmation: false,
  confirmationRedirect: '',
  resetPasswordUrl: '',
  defaultRole: 'authenticated',
  roles: [
    { type: 'authenticated', name: 'Authenticated' },
    { type: 'public', name: 'Public' },
  ],
  mail: true,
}

const STORED = {
  unique_email: true,
  allow_register: true,
  email_confirmation: false,
  email_reset_password: null,
  email_confirmation_redirection: null,
  default_role: 'authenticated',
}

describe.each(CLIENTS)('registration, on %s', client => {
  const app = mailApp(client)
  let people = 0
  beforeEach(() => app.users.advanced())
  const register = () => {
    people += 1
    const username = `new${people}`
    return app.users.ask(REGISTER, { body: { username, email: `${username}@example.test`, password: 'Password1' } })
  }

  test('is what Strapi has stored, and a change is stored as Strapi does', async () => {
    expect(await app.call(GET)).toEqual({ status: 200, body: { data: USUAL } })
    const change = {
      uniqueEmail: false,
      confirmationRedirect: 'https://shop.test/welcome',
      resetPasswordUrl: 'shop-app://reset',
    }
    expect(await app.call(PUT, change)).toEqual({ status: 200, body: { data: { ...USUAL, ...change } } })
    expect(await app.users.stored('advanced')).toEqual({
      ...STORED,
      unique_email: false,
      email_confirmation_redirection: 'https://shop.test/welcome',
      email_reset_password: 'shop-app://reset',
    })
    await app.call(PUT, { confirmationRedirect: '', resetPasswordUrl: '' })
    expect(await app.users.stored('advanced')).toEqual({ ...STORED, unique_email: false })
    expect(await app.data(PUT, {})).toEqual({ ...USUAL, uniqueEmail: false })
  })

  test('what others keep there stays', async () => {
    await app.users.advanced({ captcha: { key: 'x' } })
    await app.call(PUT, { allowRegister: false })
    expect(await app.users.stored('advanced')).toEqual({ ...STORED, allow_register: false, captcha: { key: 'x' } })
  })

  test('what cannot be understood lets nobody in, and is written as it was taken', async () => {
    await app.users.store('advanced', 'broken' as never)
    const taken = { ...USUAL, allowRegister: false, emailConfirmation: true }
    expect(await app.data(GET)).toEqual(taken)
    expect(await app.data(PUT, { emailConfirmation: false })).toEqual({ ...taken, emailConfirmation: false })
    expect(await app.users.stored('advanced')).toEqual({ ...STORED, allow_register: false })
  })

  test('is on or off for the next request', async () => {
    expect((await register()).status).toBe(200)
    await app.call(PUT, { allowRegister: false })
    expect(await register()).toEqual(failure(400, 'ApplicationError', 'Register action is currently disabled'))
    await app.call(PUT, { allowRegister: true })
    expect((await register()).status).toBe(200)
  })

  test('gives the role that is set', async () => {
    await app.call(PUT, { defaultRole: 'public' })
    const { body } = await register()
    const { id } = (body as { user: { id: number } }).user
    expect(await app.users.userOf(id)).toMatchObject({ role: { type: 'public' } })
  })

  test('asks for a confirmation, and leads to the page after it', async () => {
    await app.call(PUT, { emailConfirmation: true, confirmationRedirect: '/welcome' })
    const mail = await app.post.next(async () => {
      const { status, body } = await register()
      expect([status, Object.keys(body as object)]).toEqual([200, ['user']])
    })
    const [, path] = /https:\/\/cms\.test(\/api\/auth\/email-confirmation\?confirmation=\w+)/.exec(mail.source)!
    const answer = await app.users.send(`GET ${path}`)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/welcome'])
  })

  test('an address belongs to one user only, if that is set', async () => {
    await app.users.change(sql`update up_users set provider = 'github' where username = 'alice'`)
    const again = { username: 'another', email: 'alice@example.test', password: 'Password1' }
    expect((await app.users.ask(REGISTER, { body: again })).status).toBe(400)
    await app.call(PUT, { uniqueEmail: false })
    expect((await app.users.ask(REGISTER, { body: again })).status).toBe(200)
  })

  test('the mail for a new password links to the page that is set', async () => {
    await app.call(PUT, { resetPasswordUrl: 'https://shop.test/reset' })
    const mail = await app.post.next(() =>
      app.users.ask('POST /api/auth/forgot-password', { body: { email: 'new1@example.test' } }),
    )
    expect(mail.source).toMatch(/https:\/\/shop\.test\/reset\?code=[\da-f]{128}/)
  })

  const PAGE = 'confirmationRedirect: expected an address such as https://www.example.org/welcome, or a path'
  const RESET = 'resetPasswordUrl: expected an address such as https://www.example.org/reset-password'
  test.each([
    [{ allowRegister: 'yes' }, 'allowRegister: expected true or false'],
    [{ uniqueEmail: null }, 'uniqueEmail: expected true or false'],
    [{ defaultRole: 'admin' }, 'defaultRole: expected the type of a role; available: authenticated, public'],
    [{ defaultRole: 5 }, 'defaultRole: expected a string'],
    [{ confirmationRedirect: 'welcome' }, PAGE],
    [{ confirmationRedirect: '//evil.test' }, PAGE],
    [{ confirmationRedirect: '/\\evil.test' }, PAGE],
    [{ confirmationRedirect: 'javascript://x%0aalert(1)' }, PAGE],
    [{ confirmationRedirect: 'https://' }, PAGE],
    [{ confirmationRedirect: 'https://a\r\nb' }, 'confirmationRedirect: expected text on one line'],
    [{ resetPasswordUrl: '/reset' }, RESET],
    [{ resetPasswordUrl: 'DATA://text/html,x' }, RESET],
    [{ resetPasswordUrl: `https://${'x'.repeat(2000)}` }, /^resetPasswordUrl: expected at most 2000 characters/],
    [{ allowRegistered: true }, 'allowRegistered: did you mean allowRegister?'],
    [{ roles: [] }, /^roles: not expected; available: allowRegister, /],
    [{ defaultRole: 'admin', mail: true }, /^mail: not expected/],
  ])('%.60j is refused, and changes nothing', async (body, message) => {
    const refusal = await app.refusal(PUT, body)
    if (typeof message === 'string') expect(refusal).toBe(message)
    else expect(refusal).toMatch(message)
    expect(await app.users.stored('advanced')).toEqual(STORED)
  })
})
