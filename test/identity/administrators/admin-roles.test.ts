/** The roles of administrators and what they may do: made, changed, taken away, and felt at once. */
import { describe, expect, test } from 'vitest'
import { CLIENTS } from '../../support/databases.ts'
import { adminApp, errorBody } from './admin-app.ts'
import { runOwn } from './own-rows.ts'

const ARTICLE = 'api::article.article'
const EXPLORER = 'plugin::content-manager.explorer.'
const LOGIN = { email: 'limited@example.org', password: 'some password' }

interface Permission {
  readonly action: string
  readonly subject: string | null
  readonly fields: readonly string[] | null
  readonly locales: readonly string[] | null
  readonly conditions: readonly string[]
}
interface Role {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly users: number
  readonly permissions: readonly Permission[]
}

const permission = (action: string, limits: Partial<Permission> = {}): Permission => ({
  action: `${EXPLORER}${action}`,
  subject: ARTICLE,
  fields: null,
  locales: null,
  conditions: [],
  ...limits,
})

describe.each(CLIENTS)('roles of administrators, on %s', client => {
  const app = adminApp(client)
  const roles = () => app.data<readonly Role[]>('GET /admin-roles')
  const roleOf = async (code: string) => (await roles()).find(role => role.code === code)!
  const make = (name: string) => app.data<Role>('POST /admin-roles', { body: { name } })
  const grant = (id: number, permissions: readonly object[]) =>
    app.call(`PUT /admin-roles/${id}`, { body: { permissions } })

  test('are listed with the number of people, and those that there are at first stay what they were', async () => {
    expect(await roles()).toMatchObject([
      { code: 'strapi-super-admin', name: 'Super Admin', users: 1 },
      { code: 'strapi-editor', name: 'Editor', users: 0 },
      { code: 'strapi-author', name: 'Author', users: 0 },
    ])
    const { id } = await roleOf('strapi-author')
    const before = await app.data<Role>(`GET /admin-roles/${id}`)
    const stored = () =>
      runOwn(app.database, 'select id, action, subject, properties, conditions from admin_permissions')
    const rows = await stored()
    await grant(id, before.permissions)
    expect(await stored()).toEqual(rows)
    expect(await app.data(`GET /admin-roles/${id}`)).toEqual(before)
  })

  test('say what they can be granted', async () => {
    const { types, actions, conditions } = await app.data<{
      types: readonly { uid: string; actions: readonly object[]; fields: readonly string[]; localized: boolean }[]
      actions: readonly { action: string }[]
      conditions: readonly string[]
    }>('GET /admin-actions')
    const article = types.find(({ uid }) => uid === ARTICLE)!
    expect(article.actions).toContainEqual({ action: `${EXPLORER}read`, takesFields: true })
    expect(article.actions).toContainEqual({ action: `${EXPLORER}publish`, takesFields: false })
    expect(article.fields).toContain('title')
    expect(actions.map(({ action }) => action)).toContain('admin::audit-logs.read')
    expect(conditions).toEqual(['admin::is-creator', 'admin::has-same-role-as-creator'])
  })

  test('are made, granted, felt by the next request, and taken away', async () => {
    const role = await make('Readers of titles')
    expect(role).toMatchObject({ name: 'Readers of titles', users: 0, permissions: [] })
    await app.call('POST /admins', { body: { ...LOGIN, roles: [role.code] } })
    const token = await app.signIn(LOGIN)
    const read = () => app.call(`GET /content/${ARTICLE}/1`, { token })
    expect((await read()).status).toBe(404)
    const granted = permission('read', { fields: ['title'] })
    expect((await grant(role.id, [granted])).body).toMatchObject({ data: { permissions: [granted], users: 1 } })
    const { values } = await app.data<{ values: object }>(`GET /content/${ARTICLE}/1`, { token })
    expect(values).toHaveProperty('title')
    expect(values).not.toHaveProperty('slug')
    const refused = await app.call(`DELETE /admin-roles/${role.id}`)
    expect(refused.body).toEqual(
      errorBody(400, 'ApplicationError', `The role ${role.code} cannot be deleted: 1 administrator has it`),
    )
    await grant(role.id, [{ ...granted, conditions: ['admin::is-creator'] }])
    expect((await read()).status).toBe(404)
    await grant(role.id, [])
    expect((await read()).status).toBe(404)
  })

  test('keep what a Strapi or a plug-in has granted, and grant nothing that is not known', async () => {
    const { id } = await make('Adopted')
    const foreign = { action: 'plugin::comments.moderate', subject: null, fields: null, locales: null, conditions: [] }
    expect((await grant(id, [foreign])).body).toMatchObject({
      error: { details: { errors: [{ path: ['permissions', '0', 'action'] }] } },
    })
    const [row] = await runOwn(
      app.database,
      `insert into admin_permissions (action, properties, conditions) values ('${foreign.action}', '{"kept":true}', '[]') returning id`,
    )
    await runOwn(
      app.database,
      `insert into admin_permissions_role_links (permission_id, role_id) values (${Object.values(row as object)[0]}, ${id})`,
    )
    const both = [foreign, permission('create', { fields: ['title'] })]
    expect((await grant(id, both)).status).toBe(200)
    expect((await app.data<Role>(`GET /admin-roles/${id}`)).permissions).toEqual(both)
    const [kept] = await runOwn(
      app.database,
      `select properties from admin_permissions where action = '${foreign.action}'`,
    )
    const [properties] = Object.values(kept as object)
    expect(typeof properties === 'string' ? JSON.parse(properties) : properties).toEqual({ kept: true })
    const wrong = [
      permission('fly'),
      permission('read', { subject: 'admin::user' }),
      permission('read', { fields: ['password'] }),
      permission('delete', { fields: ['title'] }),
      permission('read', { conditions: ['admin::nobody'] }),
      { ...permission('read'), role: 1 },
    ]
    for (const one of wrong) expect([one, (await grant(id, [one])).status]).toEqual([one, 400])
    expect((await app.data<Role>(`GET /admin-roles/${id}`)).permissions).toEqual(both)
  })

  test('have names of their own, and no other values can be set', async () => {
    const { id, code } = await make('Curators')
    expect((await app.call('POST /admin-roles', { body: { name: 'curators' } })).body).toEqual(
      errorBody(400, 'ApplicationError', 'There is already a role with the name curators'),
    )
    expect(await app.status(`PUT /admin-roles/${id}`, { body: { code: 'strapi-super-admin' } })).toBe(400)
    expect(await app.status('POST /admin-roles', { body: { name: 'X', code: 'strapi-super-admin' } })).toBe(400)
    expect(await app.data(`PUT /admin-roles/${id}`, { body: { name: 'Keepers' } })).toMatchObject({
      id,
      code,
      name: 'Keepers',
    })
    expect(await app.status(`DELETE /admin-roles/${id}`)).toBe(200)
    expect(await app.status(`GET /admin-roles/${id}`)).toBe(404)
  })

  test('leave Super Admin as it is', async () => {
    const { id } = await roleOf('strapi-super-admin')
    const locked = errorBody(400, 'ApplicationError', 'The role Super Admin may do everything and cannot be changed')
    expect((await app.call(`PUT /admin-roles/${id}`, { body: { name: 'Nobody' } })).body).toEqual(locked)
    expect((await grant(id, [])).body).toEqual(locked)
    expect((await app.call(`DELETE /admin-roles/${id}`)).body).toEqual(locked)
  })

  test('are for super administrators', async () => {
    const login = { email: 'ed@example.org', password: 'some password' }
    await app.call('POST /admins', { body: { ...login, roles: ['strapi-editor'] } })
    const token = await app.signIn(login)
    const { id } = await roleOf('strapi-editor')
    const requests = ['GET /admin-actions', 'GET /admin-roles', 'POST /admin-roles']
    for (const request of [...requests, ...['GET', 'PUT', 'DELETE'].map(method => `${method} /admin-roles/${id}`)]) {
      expect([request, await app.status(request, { token, body: {} })]).toEqual([request, 403])
      expect([request, await app.status(request, { token: null, body: {} })]).toEqual([request, 401])
    }
  })
})
