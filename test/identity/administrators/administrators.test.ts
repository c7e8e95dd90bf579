import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { adminApp, errorBody } from './admin-app.ts'

const LAST = errorBody(400, 'ApplicationError', 'The last active super administrator cannot be removed')

describe.each(CLIENTS)('administrators, on %s', client => {
  const app = adminApp(client)
  const ids = async () => (await app.data<{ id: number }[]>('GET /admins')).map(({ id }) => id)

  test('the last active super administrator stays, whatever is tried', async () => {
    for (const body of [{ blocked: true }, { isActive: false }, { roles: ['strapi-editor'] }])
      expect(await app.call('PUT /admins/1', { body })).toMatchObject({ status: 400, body: LAST })
    expect(await app.call('DELETE /admins/1')).toMatchObject({ status: 400, body: LAST })
    expect(await ids()).toEqual([1])
    expect(await app.status('GET /me')).toBe(200)
  })

  test('are made, changed and deleted', async () => {
    const body = { email: 'Eve@Example.org', password: 'some password', firstname: 'Eve', roles: ['strapi-author'] }
    const made = await app.call('POST /admins', { body })
    const record = {
      id: 2,
      email: 'eve@example.org',
      firstname: 'Eve',
      lastname: null,
      username: null,
      isActive: true,
      blocked: false,
      roles: [{ id: 3, code: 'strapi-author', name: 'Author' }],
      createdAt: '<moment>',
      updatedAt: '<moment>',
    }
    expect(made).toMatchObject({ status: 201, body: { data: record } })
    expect(JSON.stringify(made.body)).not.toMatch(/password|\$2/)
    const changed = { lastname: 'Adams', roles: ['strapi-editor', 'strapi-author'] }
    expect(await app.call('PUT /admins/2', { body: changed })).toMatchObject({
      status: 200,
      body: {
        data: {
          ...record,
          lastname: 'Adams',
          roles: [{ id: 2, code: 'strapi-editor', name: 'Editor' }, ...record.roles],
        },
      },
    })
    expect((await app.data<{ id: number }>('GET /admins/2')).id).toBe(2)
    expect(await app.status('DELETE /admins/2')).toBe(200)
    expect(await app.status('DELETE /admins/2')).toBe(404)
    expect(await ids()).toEqual([1])
  })

  test('have distinct addresses, known roles and real fields', async () => {
    const body = { email: 'ROOT@example.org', password: 'some password' }
    expect((await app.call('POST /admins', { body })).body).toEqual(
      errorBody(400, 'ApplicationError', 'There is already an administrator with the e-mail address root@example.org'),
    )
    const unknown = await app.call('POST /admins', { body: { ...body, email: 'x@y.z', roles: ['root'] } })
    const message = 'there is no role root; available: strapi-super-admin, strapi-editor, strapi-author'
    expect(unknown.body).toEqual(
      errorBody(400, 'ValidationError', `roles: ${message}`, { errors: [{ path: ['roles'], message }] }),
    )
    for (const field of ['id', 'resetPasswordToken', 'registrationToken', 'createdAt', '__proto__'])
      expect(await app.status('PUT /admins/1', { body: JSON.parse(`{"${field}":"1"}`) })).toBe(400)
    for (const id of ['0', '-1', '1e3', '99', 'x', '99999999999', '1%00'])
      expect(await app.status(`GET /admins/${id}`)).toBe(404)
    expect(await ids()).toEqual([1])
  })

  test('two super administrators cannot remove each other at the same moment', async () => {
    const { id } = await app.data<{ id: number }>('POST /admins', {
      body: { email: 'second@example.org', password: 'some password' },
    })
    const answers = await Promise.all([app.call(`DELETE /admins/${id}`), app.call('DELETE /admins/1')])
    expect(answers.map(({ status }) => status)).toContain(400)
  })
})
