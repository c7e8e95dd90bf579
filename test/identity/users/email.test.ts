/** `POST /api/email`, with a real mail server. */
import { beforeAll, expect, test } from 'vitest'
import { DEFAULT_RATE_LIMIT } from '../../../src/config/config.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { callers, FULL, failure, invalid, ok, openUsers, type Users } from './open-users.ts'

const SEND = 'POST /api/email'
const MAIL = { to: 'ann@example.test', subject: 'Grüße', text: 'Hello Ann' }

let users: Users
let post: MailServer

beforeAll(async () => {
  post = await startMailServer()
  const smtp = { host: '127.0.0.1', port: post.port, secure: false, username: 'postman', password: 'letters' }
  users = await openUsers('sqlite', { email: { smtp, from: 'Site <site@example.test>' } })
})

test('a mail is sent to everybody it names, from the configured sender', async () => {
  const mail = await post.next(async () =>
    expect(
      await users.ask(SEND, { token: FULL, body: { ...MAIL, cc: ['ben@example.test'], bcc: 'cy@example.test' } }),
    ).toEqual(ok({})),
  )
  expect([mail.from, mail.to]).toEqual([
    'site@example.test',
    ['ann@example.test', 'ben@example.test', 'cy@example.test'],
  ])
  expect(mail.source).toContain('Hello Ann')
  expect(mail.source).not.toContain('cy@example.test')
})

test('sender, HTML and attachments are the ones of the body', async () => {
  const attachments = [{ filename: 'a.txt', content: Buffer.from('bytes').toString('base64'), encoding: 'base64' }]
  const body = { to: ['ann@example.test'], from: 'Shop <shop@example.test>', html: '<b>Hi</b>', attachments }
  const mail = await post.next(() => users.ask(SEND, { token: FULL, body }))
  expect(mail.from).toBe('shop@example.test')
  expect(mail.source).toContain('<b>Hi</b>')
  expect(mail.source).toContain('filename=a.txt')
})

test('a file of the server, or an address, cannot be attached', async () => {
  const sent = post.mails.length
  for (const attachment of [{ path: '/etc/passwd' }, { href: 'http://127.0.0.1/' }, { raw: { path: '/etc/passwd' } }]) {
    expect(await users.ask(SEND, { token: FULL, body: { ...MAIL, attachments: [attachment] } })).toEqual(
      invalid(['attachments.0.content', 'attachments[0].content is a required field']),
    )
  }
  const html = { path: '/etc/passwd' }
  expect((await users.ask(SEND, { token: FULL, body: { ...MAIL, html } })).status).toBe(400)
  expect((await users.ask(SEND, { token: FULL, body: { ...MAIL, to: { address: 'x' } } })).status).toBe(400)
  expect(post.mails).toHaveLength(sent)
})

test('needs a recipient', async () => {
  for (const to of [undefined, '', []]) {
    expect(await users.ask(SEND, { token: FULL, body: { ...MAIL, to } })).toEqual(
      invalid(['to', 'to is a required field']),
    )
  }
})

test('needs the right to send', async () => {
  expect(await users.ask(SEND, { body: MAIL })).toEqual(failure(403, 'ForbiddenError', 'Forbidden'))
  expect(await users.ask(SEND, { token: await users.signIn('alice'), body: MAIL })).toEqual(
    failure(403, 'ForbiddenError', 'Forbidden'),
  )
})

test('is counted by address, and says when there is no mail server', async () => {
  const rateLimit = { ...DEFAULT_RATE_LIMIT, perAddress: 2 }
  const limited = callers(await users.open({ rateLimit, email: { smtp: null }, development: false }))
  const answers = [1, 2, 3].map(() => limited.ask(SEND, { token: FULL, body: MAIL }))
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses).toEqual([400, 400, 429])
})
