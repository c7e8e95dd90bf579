import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { headersOf } from '../../support/worlds/world.ts'
import { adminApp, errorBody } from './admin-app.ts'

interface Page {
  readonly data: { readonly username: string }[]
  readonly meta: { readonly pagination: object }
}

describe.each(CLIENTS)('end users, on %s', client => {
  const app = adminApp(client)
  const page = async (query: string) => (await app.call(`GET /users${query}`)).body as Page
  const names = async (query: string) => (await page(query)).data.map(({ username }) => username)
  const login = async (identifier: string, password: string) =>
    app.call('POST /api/auth/local', { body: { identifier, password }, token: null })
  const ANN = { username: 'ann', email: 'Ann@Example.org', password: 'some password' }

  test('are made with the role of new users, and can sign in', async () => {
    const { status, body } = await app.call('POST /users', { body: ANN })
    expect(status).toBe(201)
    expect(body).toEqual({
      data: {
        id: 2,
        username: 'ann',
        email: 'ann@example.org',
        provider: 'local',
        confirmed: true,
        blocked: false,
        role: { id: 1, name: 'Authenticated', type: 'authenticated' },
        createdAt: '<moment>',
        updatedAt: '<moment>',
      },
    })
    expect((await login('ann', ANN.password)).status).toBe(200)
  })

  test('are listed by pages, and found by text, role and state', async () => {
    await app.call('POST /users', {
      body: { ...ANN, username: 'bob_1', email: 'bob@example.org', role: 'public', blocked: true },
    })
    expect(await names('')).toEqual(['member', 'ann', 'bob_1'])
    const { data, meta } = await page('?page=2&pageSize=2')
    expect([data.length, meta]).toEqual([1, { pagination: { page: 2, pageSize: 2, pageCount: 2, total: 3 } }])
    expect(await names('?q=EXAMPLE')).toEqual(['ann', 'bob_1'])
    expect(await names('?q=b_1')).toEqual(['bob_1'])
    expect(await names('?q=b%251')).toEqual([])
    expect(await names('?role=public')).toEqual(['bob_1'])
    expect(await names('?blocked=true')).toEqual(['bob_1'])
    expect(await names('?blocked=false&role=authenticated')).toEqual(['member', 'ann'])
    expect(JSON.stringify(await page(''))).not.toMatch(/password|\$2|Token/)
    expect((await app.call('GET /users?role=publc')).body).toMatchObject({
      error: { status: 400, message: 'role: there is no role publc; did you mean public?' },
    })
    for (const query of ['?page=0', '?pageSize=101', '?pageSize=x', '?blocked=maybe', '?password=x'])
      expect(await app.status(`GET /users${query}`)).toBe(400)
  })

  test('who are blocked, deleted or have a new password are signed out with the next request', async () => {
    const { jwt } = (await login('ann', ANN.password)).body as unknown as { jwt: string }
    const me = () => app.status('GET /api/users/me', { token: jwt })
    expect(await me()).toBe(200)
    await app.call('PUT /users/2', { body: { blocked: true } })
    expect(await me()).toBe(401)
    await app.call('PUT /users/2', { body: { blocked: false } })
    expect(await me()).toBe(200)
    await app.call('PUT /users/2', { body: { password: 'another password' } })
    expect(await me()).toBe(401)
    expect((await login('ann', 'another password')).status).toBe(200)
    const member = String((await headersOf('member')).authorization).slice('Bearer '.length)
    expect(await app.status('GET /api/users/me', { token: member })).toBe(200)
    expect(await app.status('DELETE /users/1')).toBe(200)
    expect(await app.status('GET /api/users/me', { token: member })).toBe(401)
    expect((await app.call('DELETE /users/1')).body).toEqual(errorBody(404, 'NotFoundError', 'User not found'))
  })

  test('have their own names and addresses', async () => {
    for (const body of [
      { ...ANN, username: 'other' },
      { ...ANN, email: 'other@example.org' },
    ])
      expect(await app.status('POST /users', { body })).toBe(400)
    for (const body of [{ password: 'x'.repeat(73) }, { username: 'a' }, { resetPasswordToken: 'x' }, { id: 9 }])
      expect(await app.status('PUT /users/2', { body })).toBe(400)
  })
})
