/** Where mails go, the test mail, and who may see and change the settings of mails and registrations. */
import { describe, expect, test } from 'vitest'
import { FORBIDDEN, ROOT, UNAUTHORIZED } from '../../identity/administrators/admin-app.ts'
import { failure } from '../../identity/users/open-users.ts'
import { CLIENTS } from '../../support/databases.ts'
import { freePort } from '../../support/servers/embedded-server.ts'
import { mailApp, SENDER } from './mail-app.ts'

const GET = 'GET /settings/email'
const TEST = 'POST /settings/email/test'

describe.each(CLIENTS)('the settings of mails, on %s', client => {
  const app = mailApp(client)
  const server = (email: object, development = true) => app.users.open({ email: email as never, development })

  test('the texts of a new project of Strapi are the usual ones', async () => {
    const all = await app.data<readonly { isUsual: boolean }[]>('GET /settings/email-templates')
    expect(all.map(({ isUsual }) => isUsual)).toEqual([true, true])
  })

  test('are those of the server, without the password', async () => {
    expect(await app.call(GET)).toEqual({
      status: 200,
      body: {
        data: {
          delivery: 'smtp',
          server: { host: '127.0.0.1', port: app.post.port, secure: false, username: 'postman' },
          ...SENDER,
        },
      },
    })
  })

  test.each([
    ['smtps://ann%40x:secret@mail.test', { host: 'mail.test', port: 465, secure: true, username: 'ann@x' }],
    ['smtp://mail.test?pass=secret', { host: 'mail.test', port: 587, secure: false, username: null }],
    ['smtp://a%ff:secret@[::1]:25', { host: '[::1]', port: 25, secure: false, username: 'a%ff' }],
  ])('%s is shown in parts', async (url, parts) => {
    const other = await server({ smtp: { url } })
    const { body } = await app.call(GET, undefined, { server: other })
    expect(body).toEqual({ data: { delivery: 'smtp', server: parts, from: null, replyTo: null } })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('a test mail goes to the administrator who asks, or to another address', async () => {
    const mail = await app.post.next(async () =>
      expect(await app.call(TEST, {})).toEqual({
        status: 200,
        body: { data: { to: ROOT.email, delivery: 'smtp', problem: null, duration: expect.any(Number) } },
      }),
    )
    expect([mail.from, mail.to]).toEqual(['site@example.test', [ROOT.email]])
    expect(mail.source).toContain('Reply-To: office@example.test')
    expect(mail.source).toMatch(/^Subject: Test mail of \S+/m)
    expect(mail.source).toContain('sent by https://cms.test')
    const other = await app.post.next(() => app.call(TEST, { to: 'Ben@Example.test' }))
    expect(other.to).toEqual(['Ben@example.test'])
  })

  test('what the mail server says when it refuses is shown', async () => {
    const wrong = await server({ smtp: app.smtp('wrong') })
    expect(await app.call(TEST, {}, { server: wrong })).toMatchObject({
      status: 200,
      body: { data: { delivery: 'smtp', problem: expect.stringMatching(/^Invalid login: 535 .*no/) } },
    })
    expect(await app.data(TEST, { to: 'refused@b.test' })).toMatchObject({
      problem: "Can't send mail - all recipients were rejected: 550 no such mailbox",
    })
    const port = await freePort()
    const closed = await server({ smtp: { ...app.smtp(), port } })
    expect(await app.call(TEST, {}, { server: closed })).toMatchObject({
      status: 200,
      body: { data: { problem: `connect ECONNREFUSED 127.0.0.1:${port}` } },
    })
  })

  test('without a mail server, development writes mails to the log, and production refuses them', async () => {
    const development = await server({ smtp: null })
    expect(await app.data(GET, undefined, { server: development })).toEqual({
      ...{ delivery: 'log', server: null, from: null, replyTo: null },
    })
    expect(await app.data(TEST, {}, { server: development })).toMatchObject({ delivery: 'log', problem: null })
    const production = await server({ smtp: null, from: SENDER.from }, false)
    expect(await app.data(GET, undefined, { server: production })).toEqual({
      ...{ delivery: 'none', server: null, from: SENDER.from, replyTo: null },
    })
    const { status, body } = await app.call(TEST, {}, { server: production })
    const message = 'No mail server is configured (setting email.smtp, environment SMTP_HOST)'
    expect({ status, body }).toEqual(failure(400, 'ApplicationError', message))
  })

  test('test mails of one person are counted, whatever the address, and what is not sent is not', async () => {
    const token = await app.granted('plugin::email.settings.read')
    const tried = async (to: string) => (await app.call(TEST, { to }, { token })).status
    const statuses: number[] = []
    for (let count = 0; count < 10; count += 1) statuses.push(await tried(`a${count}@b.test`), await tried('nobody'))
    expect(statuses).toEqual(new Array(10).fill([200, 400]).flat())
    expect(await tried('a@b.test')).toBe(429)
    expect((await app.call(TEST, {})).status).toBe(200)
  })

  test.each([
    [{ to: 'nobody' }, 'to: expected an e-mail address'],
    [{ to: 'a@b.test, c@d.test' }, 'to: expected an e-mail address'],
    [{ to: 'a@b.test,c' }, 'to: expected an e-mail address'],
    [{ to: 'list: a@b.test;' }, 'to: expected an e-mail address'],
    [{ to: 'a@b.test\r\nBcc: c@d.test' }, 'to: expected an e-mail address'],
    [{ to: '' }, 'to: expected a non-empty string; to: expected an e-mail address'],
    [{ to: ['a@b.test'] }, 'to: expected a string'],
    [{ from: 'a@b.test' }, 'from: not expected; available: to'],
  ])('%j is refused, and nothing is sent', async (body, message) => {
    const before = app.post.mails.length
    const other = await server({ smtp: app.smtp() })
    const answer = await app.call(TEST, body, { server: other })
    expect([answer.status, (answer.body as { error: { message: string } }).error.message]).toEqual([400, message])
    expect(app.post.mails).toHaveLength(before)
  })

  test('each route needs the permission of Strapi for it, and no other is enough', async () => {
    const template = '/settings/email-templates/reset_password'
    const users = 'plugin::users-permissions'
    const needs: readonly (readonly [request: string, action: string])[] = [
      [GET, 'plugin::email.settings.read'],
      [TEST, 'plugin::email.settings.read'],
      ['GET /settings/email-templates', `${users}.email-templates.read`],
      [`POST ${template}/preview`, `${users}.email-templates.read`],
      [`PUT ${template}`, `${users}.email-templates.update`],
      [`DELETE ${template}`, `${users}.email-templates.update`],
      ['GET /settings/registration', `${users}.advanced-settings.read`],
      ['PUT /settings/registration', `${users}.advanced-settings.update`],
    ]
    const actions = [...new Set(needs.map(([, action]) => action))]
    const asked = (request: string, token: string | null) =>
      app.call(request, /^(PUT|POST)/.test(request) ? {} : undefined, { token })
    for (const [index, action] of actions.entries()) {
      const token = await app.granted(action)
      for (const [request, needed] of needs) {
        const { status, body } = await asked(request, token)
        if (needed === action) expect([request, action, status]).toEqual([request, action, 200])
        else expect([request, action, body]).toEqual([request, action, FORBIDDEN])
        if (index === 0) expect((await asked(request, null)).body).toEqual(UNAUTHORIZED)
      }
    }
    const login = { email: 'ed@example.org', password: 'some password' }
    await app.call('POST /admins', { ...login, firstname: 'Ed', roles: ['strapi-editor'] })
    const editor = await app.signIn(login)
    for (const [request] of needs) expect((await asked(request, editor)).body).toEqual(FORBIDDEN)
  })
})
