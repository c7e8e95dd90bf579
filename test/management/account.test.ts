import { describe, expect, test } from 'vitest'
import { errorBody, SECRETS, UNAUTHORIZED } from '../identity/administrators/admin-app.ts'
import { startMailServer } from '../identity/users/mail-server.ts'
import { buildTestApp } from '../support/build-test-app.ts'
import { CLIENTS } from '../support/databases.ts'
import { WORLD } from '../support/worlds/world.ts'
import { panelApp } from './panel-app.ts'

describe.each(CLIENTS)("an administrator's own account, on %s", client => {
  const app = panelApp(client)

  test('name and address can be changed, roles cannot', async () => {
    const token = await app.person('Mia', 'strapi-editor')
    const body = { lastname: 'Moss', email: 'MIA@moss.example', password: 'some password' }
    const changed = await app.data<object>('PUT /me', { body, token })
    expect(changed).toMatchObject({ firstname: 'Mia', lastname: 'Moss', email: 'mia@moss.example' })
    expect(await app.data('GET /me', { token })).toEqual(changed)
    const refused = await app.call('PUT /me', { body: { roles: ['strapi-super-admin'] }, token })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ error: { message: expect.stringContaining('roles: not expected') } })
  })

  test('another address needs the password, because codes for a new one are sent there', async () => {
    const token = await app.person('Ida', 'strapi-editor')
    const email = 'intruder@example.org'
    expect(await app.status('PUT /me', { body: { email }, token })).toBe(400)
    const wrong = await app.call('PUT /me', { body: { email, password: 'a wrong password' }, token })
    expect(wrong).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(/password/i) } } })
    expect(await app.data('GET /me', { token })).toMatchObject({ email: 'ida@example.org' })
    const same = { firstname: 'Ida', lastname: 'Moor', email: 'IDA@example.org' }
    expect(await app.data('PUT /me', { body: same, token })).toMatchObject({ lastname: 'Moor' })
  })

  test('whoever finds an open panel cannot guess the password for long, from wherever they send', async () => {
    const token = await app.person('Gus', 'strapi-editor')
    const guess = (n: number) => {
      const password = `wrong password ${n}`
      const remoteAddress = `192.0.2.${n}`
      if (n % 3 === 0) return app.status('DELETE /me/second-factor', { body: { password }, token, remoteAddress })
      if (n % 3 === 1)
        return app.status('PUT /me', { body: { email: 'g@example.org', password }, token, remoteAddress })
      const body = { currentPassword: password, password: 'another password' }
      return app.status('POST /me/password', { body, token, remoteAddress })
    }
    const statuses: number[] = []
    for (let n = 1; n <= 12; n += 1) statuses.push(await guess(n))
    expect(statuses.slice(0, 10)).not.toContain(429)
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  test('all sessions are listed, and end at once', async () => {
    const login = { email: 'sam@example.org', password: 'some password' }
    const first = await app.person('Sam', 'strapi-editor')
    const second = await app.signIn(login)
    const session = { createdAt: '<moment>', usedAt: '<moment>', expiresAt: '<moment>' }
    const listed = await app.data<{ current: boolean }[]>('GET /me/sessions', { token: first })
    expect(listed).toEqual(
      expect.arrayContaining([
        { current: true, ...session },
        { current: false, ...session },
      ]),
    )
    expect(await app.data('DELETE /me/sessions', { token: first })).toEqual({ ended: 2 })
    for (const token of [first, second])
      expect(await app.call('GET /me', { token })).toMatchObject({ status: 401, body: UNAUTHORIZED })
    expect(await app.status('GET /me')).toBe(200)
  })

  test('a forgotten password is replaced with a code that works once', async () => {
    const post = await startMailServer()
    const token = await app.person('Fay', 'strapi-editor')
    const server = await buildTestApp({
      folder: WORLD,
      database: app.database,
      secrets: SECRETS,
      email: { smtp: { url: `smtp://127.0.0.1:${post.port}` } as never, from: 'site@example.test' },
    })
    const ask = async (path: string, payload: object, remoteAddress = '192.0.2.1') => {
      const answer = await server.inject({ method: 'POST', url: `/admin/api${path}`, payload, remoteAddress })
      return { status: answer.statusCode, body: JSON.parse(answer.payload) as unknown }
    }
    const mail = await post.next(async () => {
      expect(await ask('/forgot-password', { email: 'Fay@example.org' })).toEqual({
        status: 200,
        body: { data: { sent: true } },
      })
    })
    expect(mail.to).toEqual(['fay@example.org'])
    const code = /reset-password\?code=(\w+)/.exec(mail.source)![1]!
    const wrong = await ask('/reset-password', { code: 'x', password: 'another password' })
    expect(wrong).toMatchObject({ status: 400, body: errorBody(400, 'ValidationError', 'Incorrect code provided') })
    expect(await ask('/reset-password', { code, password: 'another password' })).toEqual({
      status: 200,
      body: { data: { changed: true } },
    })
    expect((await ask('/reset-password', { code, password: 'a third password' })).status).toBe(400)
    expect(await app.status('GET /me', { token })).toBe(401)
    expect(await app.signIn({ email: 'fay@example.org', password: 'another password' })).toEqual(expect.any(String))
    expect(await ask('/forgot-password', { email: 'nobody@example.org' })).toEqual({
      status: 200,
      body: { data: { sent: true } },
    })
    const many = await Promise.all(
      Array.from({ length: 12 }, () => ask('/forgot-password', { email: 'a@b.cd' }, '192.0.2.9')),
    )
    expect(many.some(({ status }) => status === 429)).toBe(true)
  })
})
