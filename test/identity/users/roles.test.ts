import { beforeAll, describe, expect, test } from 'vitest'
import { grant } from '../../../src/management/roles/grants.ts'
import { sql } from '../../../src/sql/fragment.ts'
import { CLIENTS } from '../../support/databases.ts'
import { AUTHENTICATED, FULL, failure, invalid, ok, openUsers, PUBLIC, READ, type Users } from './open-users.ts'

const ROLES = '/api/users-permissions/roles'
const DONE = ok({ ok: true })
const MISSING = failure(404, 'NotFoundError', 'Role not found')
const on = { enabled: true, policy: '' }
const off = { enabled: false, policy: '' }
const crud = { find: off, findOne: off, create: off, update: off, delete: off }

/** Every action of the recorded project, as Strapi 4.26.2 lists them. */
const PERMISSIONS = {
  'api::article': { controllers: { article: { ...crud, createLocalization: off } } },
  'api::author': { controllers: { author: crud } },
  'api::bundle': { controllers: { bundle: crud } },
  'api::category': { controllers: { category: { ...crud, createLocalization: off } } },
  'api::comment': { controllers: { comment: crud } },
  'api::empty': { controllers: { empty: crud } },
  'api::homepage': { controllers: { homepage: { find: off, update: off, delete: off, createLocalization: off } } },
  'api::page': { controllers: { page: crud } },
  'api::pin': { controllers: { pin: crud } },
  'api::secret': { controllers: { secret: crud } },
  'api::setting': { controllers: { setting: { find: off, update: off, delete: off } } },
  'api::tag': { controllers: { tag: crud } },
  'api::team': { controllers: { team: crud } },
  'plugin::content-type-builder': {
    controllers: {
      components: { getComponents: off, getComponent: off },
      'content-types': { getContentTypes: off, getContentType: off },
    },
  },
  'plugin::email': { controllers: { email: { send: off } } },
  'plugin::upload': { controllers: { 'content-api': { find: off, findOne: off, destroy: off, upload: off } } },
  'plugin::users-permissions': {
    controllers: {
      auth: {
        ...{ callback: off, changePassword: off, resetPassword: off, connect: off, forgotPassword: off, register: off },
        ...{ emailConfirmation: off, sendEmailConfirmation: off },
      },
      user: { create: off, update: off, find: off, findOne: off, count: off, destroy: off, me: off },
      role: { createRole: off, findOne: off, find: off, updateRole: off, deleteRole: off },
      permissions: { getPermissions: off },
    },
  },
  'plugin::i18n': { controllers: { locales: { listLocales: off } } },
}

const editor = {
  name: 'Éditeur Chef 2',
  description: 'Edits',
  permissions: {
    'api::article': { controllers: { article: { find: { enabled: true }, findOne: { enabled: false } } } },
  },
}

describe.each(CLIENTS)('roles on %s', client => {
  let users: Users
  beforeAll(async () => {
    users = await openUsers(client)
  })
  const idOf = async (type: string) =>
    Number((await users.change(sql`select id from up_roles where type = ${users.text(type)}`))[0]?.[0])
  const forget = async () => {
    const extra = await users.change(sql`select id from up_roles where id > 2`)
    for (const [id] of extra) await users.ask(`DELETE ${ROLES}/${id}`, { token: FULL })
  }
  const make = async (body: object = editor) => {
    await forget()
    expect(await users.ask(`POST ${ROLES}`, { token: FULL, body })).toEqual(DONE)
    return idOf('editeur_chef_2')
  }
  const enabledOf = async (id: number) => {
    const { role } = (await users.ask(`GET ${ROLES}/${id}`, { token: FULL })).body as {
      role: { permissions: Record<string, { controllers: Record<string, Record<string, { enabled: boolean }>> }> }
    }
    return Object.entries(role.permissions).flatMap(([owner, { controllers }]) =>
      Object.entries(controllers).flatMap(([controller, actions]) =>
        Object.entries(actions).flatMap(([action, { enabled }]) =>
          enabled ? [`${owner}.${controller}.${action}`] : [],
        ),
      ),
    )
  }

  test('GET permissions lists every action in the order of Strapi', async () => {
    const { payload } = await users.send('GET /api/users-permissions/permissions', { token: FULL })
    expect(payload).toBe(JSON.stringify({ permissions: PERMISSIONS }))
  })

  test('GET roles lists them with the number of their users', async () => {
    await forget()
    expect(await users.ask(`GET ${ROLES}`, { token: FULL })).toEqual(
      ok({
        roles: [
          { ...AUTHENTICATED, nb_users: 2 },
          { ...PUBLIC, nb_users: 0 },
        ],
      }),
    )
  })

  test('GET one of them shows what it may do', async () => {
    const id = await make()
    const permissions = {
      ...PERMISSIONS,
      'api::article': { controllers: { article: { ...crud, find: on, createLocalization: off } } },
    }
    const role = {
      id,
      name: 'Éditeur Chef 2',
      description: 'Edits',
      type: 'editeur_chef_2',
      createdAt: '<now>',
      updatedAt: '<now>',
    }
    const answer = await users.ask(`GET ${ROLES}/${id}`, { token: FULL })
    expect(JSON.stringify(answer)).toBe(JSON.stringify(ok({ role: { ...role, permissions } })))
    for (const unknown of ['99', 'abc'])
      expect(await users.ask(`GET ${ROLES}/${unknown}`, { token: FULL })).toEqual(MISSING)
  })

  test('a new role may do what was granted, at once', async () => {
    const id = await make({
      ...editor,
      permissions: { ...editor.permissions, 'plugin::users-permissions': { controllers: { user: { me: on } } } },
    })
    await users.ask('PUT /api/users/1', { token: FULL, body: { role: id } })
    const token = await users.signIn('alice')
    expect((await users.ask('GET /api/articles', { token })).status).toBe(200)
    expect((await users.ask('GET /api/tags', { token })).status).toBe(403)
    expect((await users.ask('GET /api/users/me', { token })).status).toBe(200)
    await users.ask(`PUT ${ROLES}/${id}`, { token: FULL, body: { permissions: {}, name: 'Nothing' } })
    expect((await users.ask('GET /api/articles', { token })).status).toBe(403)
    await users.ask('PUT /api/users/1', { token: FULL, body: { role: 1 } })
  })

  test('PUT changes name and description, never the type, and grants exactly what is given', async () => {
    const id = await make()
    const permissions = { 'api::article': { controllers: { article: { find: on, create: on } } } }
    expect(
      await users.ask(`PUT ${ROLES}/${id}`, { token: FULL, body: { name: 'Renamed', type: 'zzz', permissions } }),
    ).toEqual(DONE)
    expect((await users.ask(`GET ${ROLES}`, { token: FULL })).body).toMatchObject({
      roles: [{}, {}, { id, name: 'Renamed', description: 'Edits', type: 'editeur_chef_2' }],
    })
    expect(await enabledOf(id)).toEqual(['api::article.article.find', 'api::article.article.create'])
    expect(await users.ask(`PUT ${ROLES}/${id}`, { token: FULL, body: { description: 'only' } })).toEqual(DONE)
    expect(await enabledOf(id)).toEqual([])
  })

  test('permissions as an empty list grant nothing, as in Strapi', async () => {
    const id = await make({ ...editor, permissions: [] })
    expect(await enabledOf(id)).toEqual([])
    await users.ask(`PUT ${ROLES}/${id}`, { token: FULL, body: editor })
    expect(await enabledOf(id)).not.toEqual([])
    expect(await users.ask(`PUT ${ROLES}/${id}`, { token: FULL, body: { permissions: [] } })).toEqual(DONE)
    expect(await enabledOf(id)).toEqual([])
    expect(await users.ask(`POST ${ROLES}`, { token: FULL, body: { name: 'Listed', permissions: ['find'] } })).toEqual(
      failure(400, 'ValidationError', 'Invalid value for permissions: expected an object'),
    )
  })

  test('names that objects inherit are actions like any other', async () => {
    const payload =
      '{"name":"Proto","permissions":{"__proto__":{"controllers":{"constructor":{"find":{"enabled":true}}}}}}'
    expect(await users.ask(`POST ${ROLES}`, { token: FULL, payload })).toEqual(DONE)
    const { payload: shown } = await users.send(`GET ${ROLES}/${await idOf('proto')}`, { token: FULL })
    expect(shown).toContain('"__proto__":{"controllers":{"constructor":{"find":{"enabled":true,"policy":""}}}}')
    await forget()
  })

  test('with the right to read goes the list of fields that limited it', async () => {
    const id = await make()
    const { database, schema, close } = await users.storage()
    await grant(database, schema, { role: 'editeur_chef_2', type: 'article', fields: ['title'] })
    await close()
    const lists = async () => {
      const rows = await users.change(
        sql`select value from strapi_core_store_settings where key = 'populus_field_lists'`,
      )
      return rows.map(([value]) => JSON.parse(String(value)))
    }
    expect(await lists()).toEqual([{ [id]: { 'api::article.article': { fields: ['title'] } } }])
    await users.ask(`PUT ${ROLES}/${id}`, { token: FULL, body: { name: 'Other' } })
    expect(await lists()).toEqual([])
  })

  test('DELETE moves the users to public and leaves nothing behind', async () => {
    const id = await make()
    await users.ask('PUT /api/users/2', { token: FULL, body: { role: id } })
    const permissions = () => users.change(sql`select id from up_permissions`)
    const before = (await permissions()).length
    expect(await users.ask(`DELETE ${ROLES}/${id}`, { token: FULL })).toEqual(DONE)
    expect(await users.userOf(2)).toMatchObject({ role: PUBLIC })
    expect((await permissions()).length).toBe(before - 1)
    expect(await users.ask(`DELETE ${ROLES}/${id}`, { token: FULL })).toEqual(MISSING)
    await users.ask('PUT /api/users/2', { token: FULL, body: { role: 1 } })
  })

  test('the public role stays', async () => {
    const answer = failure(400, 'ApplicationError', 'Cannot delete public role')
    expect(await users.ask(`DELETE ${ROLES}/2`, { token: FULL })).toEqual(answer)
  })

  const wrong = (place: string) => failure(400, 'ValidationError', `Invalid value for ${place}: expected an object`)
  test.each([
    ['nothing', {}, failure(400, 'ValidationError', 'Request body cannot be empty')],
    ['a list', [], failure(400, 'ValidationError', 'Request body cannot be empty')],
    ['no name', { description: 'x' }, invalid(['name', 'name is a required field'])],
    [
      'a number for a name',
      { name: 5 },
      invalid(['name', 'name must be a `string` type, but the final value was: `5`.']),
    ],
    ['the name of a role', { name: 'Public' }, invalid(['type', 'This attribute must be unique'])],
    ['a long name', { name: 'x'.repeat(256), type: 'x' }, invalid(['name', 'name must be at most 255 characters'])],
    ['a number for permissions', { name: 'perm', permissions: 7 }, wrong('permissions')],
    ['no controllers', { name: 'perm', permissions: { 'api::article': null } }, wrong('permissions.api::article')],
    [
      'no action',
      { name: 'perm', permissions: { 'api::article': { controllers: { article: { find: null } } } } },
      wrong('permissions.api::article.controllers.article.find'),
    ],
  ])('a new role with %s is refused, and nothing is stored', async (_, body, answer) => {
    await forget()
    expect(await users.ask(`POST ${ROLES}`, { token: FULL, body })).toEqual(answer)
    expect(await users.change(sql`select id from up_roles where id > 2`)).toEqual([])
  })

  test('an unknown role cannot be changed, an empty body changes nothing', async () => {
    for (const id of ['99', 'abc'])
      expect(await users.ask(`PUT ${ROLES}/${id}`, { token: FULL, body: { name: 'x' } })).toEqual(MISSING)
    expect(await users.ask(`PUT ${ROLES}/1`, { token: FULL, body: {} })).toEqual(
      failure(400, 'ValidationError', 'Request body cannot be empty'),
    )
  })

  test('names of JavaScript objects are names like others', async () => {
    const permissions = JSON.parse('{"__proto__":{"controllers":{"constructor":{"x":{"enabled":true}}}}}')
    const id = await make({ ...editor, permissions })
    expect(await enabledOf(id)).toEqual(['__proto__.constructor.x'])
    expect(({} as { controllers?: unknown }).controllers).toBeUndefined()
  })

  test('each route has a right of its own', async () => {
    for (const request of [
      `GET ${ROLES}`,
      `GET ${ROLES}/1`,
      `POST ${ROLES}`,
      `PUT ${ROLES}/1`,
      `DELETE ${ROLES}/1`,
      'GET /api/users-permissions/permissions',
    ]) {
      expect(await users.ask(request)).toEqual(failure(403, 'ForbiddenError', 'Forbidden'))
      const reads = request.startsWith(`GET ${ROLES}`)
      expect((await users.ask(request, { token: READ })).status).toBe(reads ? 200 : 403)
    }
  })
})
