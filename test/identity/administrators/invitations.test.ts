/** Invitations of administrators: who makes them, what a link is good for, and when it ends. */
import { describe, expect, test } from 'vitest'
import type { Invitation } from '../../../src/admin-api/access-api.ts'
import { CLIENTS } from '../../support/databases.ts'
import { adminApp, FORBIDDEN, UNAUTHORIZED } from './admin-app.ts'

const PASSWORD = 'chosen by myself'

describe.each(CLIENTS)('invitations, on %s', client => {
  const app = adminApp(client)
  let count = 0
  const accept = async (code: string, body: object = {}) => {
    count += 1
    const given = { body: { code, password: PASSWORD, ...body }, token: null, remoteAddress: `203.0.113.${count}` }
    return app.status('POST /accept-invitation', given)
  }
  const logIn = async (email: string, remoteAddress = '192.0.2.7') =>
    app.status('POST /login', { body: { email, password: PASSWORD }, token: null, remoteAddress })
  const invite = (email: string, more: object = {}) =>
    app.data<Invitation>('POST /admins/invite', { body: { email, ...more } })

  test('let a person choose a password, once', async () => {
    const body = { email: 'Ida@example.org', firstname: 'Ida', roles: ['strapi-author'] }
    const made = await app.call('POST /admins/invite', { body })
    expect(made.status).toBe(201)
    const { administrator, code } = (made.body as { data: Invitation }).data
    expect(administrator).toMatchObject({
      email: 'ida@example.org',
      isActive: false,
      roles: [{ code: 'strapi-author' }],
    })
    expect(code).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify((await app.call('GET /admins')).body)).not.toContain(code)
    expect(await logIn('ida@example.org')).toBe(401)
    expect(await accept(code, { password: 'short' })).toBe(400)
    expect(await accept(code, { roles: ['strapi-super-admin'] })).toBe(400)
    expect(await accept(`${code}0`)).toBe(400)
    expect(await accept(code)).toBe(200)
    expect(await logIn('ida@example.org')).toBe(200)
    expect(await accept(code)).toBe(400)
    expect(await app.data(`GET /admins/${administrator.id}`)).toMatchObject({ isActive: true })
    expect(await app.status(`POST /admins/${administrator.id}/invite`)).toBe(400)
  })

  test('only the last link works, and none does after a block, a new address or a deletion', async () => {
    const { administrator, code } = await invite('jo@example.org')
    const again = (await app.data<Invitation>(`POST /admins/${administrator.id}/invite`)).code
    expect(await accept(code)).toBe(400)
    await app.call(`PUT /admins/${administrator.id}`, { body: { isActive: false } })
    expect(await accept(again)).toBe(400)
    const third = (await app.data<Invitation>(`POST /admins/${administrator.id}/invite`)).code
    await app.call(`PUT /admins/${administrator.id}`, { body: { email: 'other@example.org' } })
    expect(await accept(third)).toBe(400)
    const fourth = (await app.data<Invitation>(`POST /admins/${administrator.id}/invite`)).code
    await app.call(`PUT /admins/${administrator.id}`, { body: { blocked: true } })
    expect(await app.status(`POST /admins/${administrator.id}/invite`)).toBe(400)
    await app.call(`PUT /admins/${administrator.id}`, { body: { blocked: false } })
    expect(await accept(fourth)).toBe(400)
    const last = (await app.data<Invitation>(`POST /admins/${administrator.id}/invite`)).code
    await app.call(`DELETE /admins/${administrator.id}`)
    expect(await accept(last)).toBe(400)
    expect(await app.status(`POST /admins/${administrator.id}/invite`)).toBe(404)
  })

  test('a code of another kind is none', async () => {
    expect(await accept((await app.code()) ?? 'none')).toBe(400)
  })

  test('of two who use one link, one wins', async () => {
    const { code } = await invite('kim@example.org')
    const answers = await Promise.all([accept(code), accept(code), accept(code)])
    expect(answers.toSorted()).toEqual([200, 400, 400])
  })

  test('are made by super administrators only, as are lists of sessions', async () => {
    const { administrator, code } = await invite('lee@example.org', { roles: ['strapi-editor'] })
    await accept(code)
    const token = await app.signIn({ email: 'lee@example.org', password: PASSWORD })
    for (const line of [
      'POST /admins/invite',
      `POST /admins/${administrator.id}/invite`,
      'GET /admins/1/sessions',
      'DELETE /admins/1/sessions',
    ]) {
      expect((await app.call(line, { token })).body).toEqual(FORBIDDEN)
      expect((await app.call(line, { token: null })).body).toEqual(UNAUTHORIZED)
    }
    const sessions = `/admins/${administrator.id}/sessions`
    expect(await app.data(`GET ${sessions}`)).toMatchObject([{ current: false }])
    expect(await app.data('GET /admins/1/sessions')).toMatchObject([{ current: true }])
    expect(await app.data(`DELETE ${sessions}`)).toEqual({ ended: 1 })
    expect(await app.status('GET /me', { token })).toBe(401)
    expect(await app.status('GET /admins/987654/sessions')).toBe(404)
  })

  test('need an address that is free, and known roles', async () => {
    expect(await app.status('POST /admins/invite', { body: { email: 'root@example.org' } })).toBe(400)
    expect(await app.status('POST /admins/invite', { body: { email: 'a@b.c', roles: ['root'] } })).toBe(400)
    expect(await app.status('POST /admins/invite', { body: { email: 'a@b.c', password: 'some password' } })).toBe(400)
  })
})
