/** The mails to end users: an adopted project's texts, changed in the panel, arrive. */
import { beforeEach, describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { mailApp } from './mail-app.ts'

const RESET = '/settings/email-templates/reset_password'
const SHARED = ['SERVER_URL', 'ADMIN_URL', 'USER.id', 'USER.username', 'USER.email']

/** As Strapi 4.26 stores them for a new project, with one text of the project's own. */
const STORED = {
  reset_password: {
    display: 'Email.template.reset_password',
    icon: 'sync',
    options: {
      from: { name: 'Administration Panel', email: 'no-reply@strapi.io' },
      response_email: '',
      object: 'Reset password',
      message: '<p>Dear <%= USER.username %>: <%= URL %>?code=<%= TOKEN %> <%= USER.firstname %></p>',
    },
  },
  email_confirmation: {
    display: 'Email.template.email_confirmation',
    icon: 'check-square',
    options: {
      from: { name: 'Shop', email: 'shop@example.test' },
      response_email: 'help@example.test',
      object: 'Welcome <%= USER.username %>',
      message: '<p><%= URL %>?confirmation=<%= CODE %></p>',
    },
  },
}

const RESET_INFO = {
  name: 'reset_password',
  fromName: 'Administration Panel',
  fromEmail: 'no-reply@strapi.io',
  replyTo: '',
  subject: 'Reset password',
  message: STORED.reset_password.options.message,
  variables: ['URL', 'TOKEN', ...SHARED],
  url: 'https://shop.test/reset',
  isUsual: false,
}

describe.each(CLIENTS)('the mails to users, on %s', client => {
  const app = mailApp(client)
  beforeEach(async () => {
    await app.users.store('email', STORED)
    await app.users.advanced({ email_reset_password: 'https://shop.test/reset', email_confirmation: true })
  })
  const sent = () =>
    app.post.next(() => app.users.ask('POST /api/auth/forgot-password', { body: { email: 'alice@example.test' } }))

  test('are those that Strapi has stored', async () => {
    expect(await app.call('GET /settings/email-templates')).toEqual({
      status: 200,
      body: {
        data: [
          RESET_INFO,
          {
            name: 'email_confirmation',
            fromName: 'Shop',
            fromEmail: 'shop@example.test',
            replyTo: 'help@example.test',
            subject: 'Welcome <%= USER.username %>',
            message: '<p><%= URL %>?confirmation=<%= CODE %></p>',
            variables: ['URL', 'CODE', ...SHARED],
            url: 'https://cms.test/api/auth/email-confirmation',
            isUsual: false,
          },
        ],
      },
    })
    expect(await app.users.stored('email')).toEqual(STORED)
  })

  test('arrive as they were changed, and what was not named is as it was', async () => {
    const change = {
      fromName: 'Ann "the" Shop',
      fromEmail: 'ann@shop.test',
      replyTo: 'help@shop.test',
      subject: 'Your password, <%= USER.username %>',
      message: '<p>Hello <%= USER.username %> &amp; co, <%=URL%>?code=<%= TOKEN %> at <%= SERVER_URL %></p>',
    }
    expect(await app.data(`PUT ${RESET}`, change)).toEqual({ ...RESET_INFO, ...change })
    expect(await app.users.stored('email')).toEqual({
      ...STORED,
      reset_password: {
        display: 'Email.template.reset_password',
        icon: 'sync',
        options: {
          from: { name: 'Ann "the" Shop', email: 'ann@shop.test' },
          response_email: 'help@shop.test',
          object: change.subject,
          message: change.message,
        },
      },
    })
    const mail = await sent()
    expect([mail.from, mail.to]).toEqual(['ann@shop.test', ['alice@example.test']])
    expect(mail.source).toContain('From: "Ann \\"the\\" Shop" <ann@shop.test>')
    expect(mail.source).toContain('Reply-To: help@shop.test')
    expect(mail.source).toContain('Subject: Your password, alice')
    expect(mail.source).toMatch(
      /<p>Hello alice &amp; co, https:\/\/shop\.test\/reset\?code=[\da-f]{128} at https:\/\/cms\.test<\/p>/,
    )
    const again = await app.data(`PUT ${RESET}`, { subject: 'Only this' })
    expect(again).toEqual({ ...RESET_INFO, ...change, subject: 'Only this' })
  })

  test('come from the sender of the settings where the template names none', async () => {
    const mail = await sent()
    expect(mail.from).toBe('site@example.test')
    expect(mail.source).toContain('Reply-To: office@example.test')
    expect(mail.source).toContain('<%= USER.firstname %>')
  })

  test('are shown as somebody would get them, and nothing is stored or sent', async () => {
    const before = app.post.mails.length
    expect(
      await app.call(`POST ${RESET}/preview`, { message: '<b><%= USER.email %></b> <%= URL %>?code=<%= TOKEN %>' }),
    ).toEqual({
      status: 200,
      body: {
        data: {
          to: 'ann@example.org',
          from: 'Site <site@example.test>',
          replyTo: 'office@example.test',
          subject: 'Reset password',
          html: '<b>ann@example.org</b> https://shop.test/reset?code=c0de4example',
        },
      },
    })
    expect(await app.data('POST /settings/email-templates/email_confirmation/preview', {})).toEqual({
      to: 'ann@example.org',
      from: '"Shop" <shop@example.test>',
      replyTo: 'help@example.test',
      subject: 'Welcome ann',
      html: '<p>https://cms.test/api/auth/email-confirmation?confirmation=c0de4example</p>',
    })
    expect(await app.users.stored('email')).toEqual(STORED)
    expect(app.post.mails).toHaveLength(before)
  })

  test('get their usual text back, in the form that Strapi reads', async () => {
    const usual = await app.data<{ message: string }>(`DELETE ${RESET}`)
    expect(usual).toEqual({
      ...RESET_INFO,
      fromName: '',
      fromEmail: '',
      message: expect.stringMatching(/^<p>We heard that you lost your password/),
      isUsual: true,
    })
    expect(await app.users.stored('email')).toEqual({
      ...STORED,
      reset_password: {
        ...STORED.reset_password,
        options: {
          from: { name: '', email: '' },
          response_email: '',
          object: 'Reset password',
          message: usual.message,
        },
      },
    })
    expect((await sent()).source).toContain('We heard that you lost your password')
  })

  test('are all written with the first change, because Strapi has no text for a missing one', async () => {
    await app.users.store('email', {})
    await app.call(`PUT ${RESET}`, { subject: 'Changed' })
    const stored = (await app.users.stored('email')) as typeof STORED
    expect(Object.keys(stored)).toEqual(['reset_password', 'email_confirmation'])
    expect(stored.email_confirmation).toMatchObject({
      display: 'Email.template.email_confirmation',
      options: { object: 'Account confirmation', response_email: '' },
    })
    expect(stored.reset_password.options.object).toBe('Changed')
  })

  test('changed at the same time are both kept', async () => {
    await Promise.all([
      app.call(`PUT ${RESET}`, { subject: 'One' }),
      app.call('PUT /settings/email-templates/email_confirmation', { subject: 'Two' }),
    ])
    const stored = (await app.users.stored('email')) as typeof STORED
    expect([stored.reset_password.options.object, stored.email_confirmation.options.object]).toEqual(['One', 'Two'])
  })

  test.each([
    [
      { message: '<%= process.env %>' },
      'message: <%= process.env %>: not known; available: URL, TOKEN, SERVER_URL, ADMIN_URL, USER.id, USER.username, USER.email',
    ],
    [{ message: '<%= USER.usernam %>' }, 'message: <%= USER.usernam %>: did you mean USER.username?'],
    [
      { message: '<%= CODE %>' },
      'message: <%= CODE %>: not known; available: URL, TOKEN, SERVER_URL, ADMIN_URL, USER.id, USER.username, USER.email',
    ],
    [{ message: '<% while (true) {} %>' }, 'message: <% while (true) {} %>: code is not run; write <%= URL %>'],
    [{ message: '<%- URL %>' }, 'message: <%- URL %>: code is not run; write <%= URL %>'],
    [{ message: `$${'{URL}'}` }, `message: $${'{URL}'} is not replaced; write <%= URL %>`],
    [
      { subject: '<%= NAME %>', message: '<%= URI %>' },
      'subject: <%= NAME %>: not known; available: URL, TOKEN, SERVER_URL, ADMIN_URL, USER.id, USER.username, USER.email; message: <%= URI %>: did you mean URL?',
    ],
    [{ message: ' ' }, 'message: expected a non-empty string'],
    [{ message: 5 }, 'message: expected a string'],
    [{ message: 'x'.repeat(100_001) }, 'message: expected at most 100000 characters'],
    [{ message: 'a\0b' }, 'message: must not contain the NUL character'],
    [{ subject: '' }, 'subject: expected a non-empty string'],
    [{ subject: 'a\r\nBcc: b@example.org' }, 'subject: expected text on one line'],
    [{ subject: 'x'.repeat(256) }, 'subject: expected at most 255 characters'],
    [{ fromEmail: 'nobody' }, 'fromEmail: expected an e-mail address'],
    [{ fromEmail: 'a@b.test, c@d.test' }, 'fromEmail: expected an e-mail address'],
    [{ replyTo: 'A <a@b.test>' }, 'replyTo: expected an e-mail address'],
    [{ fromName: 'a\nb' }, 'fromName: expected text on one line'],
    [{ mesage: 'x' }, 'mesage: did you mean message?'],
    [{ name: 'x' }, 'name: not expected; available: fromName, fromEmail, replyTo, subject, message'],
  ])('%.60j is refused, and changes nothing', async (body, message) => {
    expect(await app.refusal(`PUT ${RESET}`, body)).toBe(message)
    expect(await app.refusal(`POST ${RESET}/preview`, body)).toBe(message)
    expect(await app.users.stored('email')).toEqual(STORED)
  })

  test('a text that the project has brought stays, whatever it names', async () => {
    const { message } = STORED.reset_password.options
    expect(await app.data(`PUT ${RESET}`, { message, subject: 'New' })).toEqual({ ...RESET_INFO, subject: 'New' })
  })

  test('there are no others', async () => {
    for (const name of ['welcome', '__proto__', 'constructor', '%00'])
      for (const request of ['PUT', 'DELETE', 'POST']) {
        const path = `/settings/email-templates/${name}${request === 'POST' ? '/preview' : ''}`
        expect((await app.call(`${request} ${path}`, request === 'DELETE' ? undefined : {})).status).toBe(404)
      }
  })
})
