/**
 * Rights are complete or absent after every crash. SQLite keeps them beside Populus' own tables, which are another file,
 * and commits one file after the other: each change is cut off after every single write to either of them.
 */

import { hash as bcrypt } from '@node-rs/bcrypt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../src/app.ts'
import { type DatabaseConfig, DEFAULT_ADMIN, DEFAULT_LIMITS } from '../../../src/config/config.ts'
import { createAuthenticator } from '../../../src/identity/access/authenticate.ts'
import { loadAllAccess } from '../../../src/identity/access/role-rights.ts'
import { findSession } from '../../../src/identity/administrators/admin-sessions.ts'
import { loadUser } from '../../../src/identity/users/stored-users.ts'
import { grant, revoke } from '../../../src/management/roles/grants.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { sql, value } from '../../../src/sql/fragment.ts'
import type { Database } from '../../../src/storage/database.ts'
import { readingFrom, runningIn } from '../../../src/storage/run-fragment.ts'
import { openSqlite } from '../../../src/storage/sqlite/sqlite-database.ts'
import { openStorage, type Storage } from '../../../src/tables/open-storage.ts'
import { buildTestApp } from '../../support/build-test-app.ts'
import { headersOf, WORLD, WORLD_SECRETS, worldDatabase } from '../../support/worlds/world.ts'
import { crashStates, emptyLogs } from './crash-states.ts'

const SECRETS = { ...WORLD_SECRETS, admin: 'world-admin-secret' }
const ROOT = { email: 'root@example.org', password: 'root password' }
const PASSWORDS = ['first password', 'second password', 'third password'] as const
const [PASSWORD, SECOND, THIRD] = PASSWORDS
const MEMBER = 1

/** What decides who may do what, as a process that opens the files sees it. */
interface Seen {
  /** Of all roles and of the member. */
  readonly rights: string
  readonly passwords: readonly unknown[]
  /** Whether tokens and sessions from before the change still count. */
  readonly tokenCounts: boolean
  readonly sessionCounts: boolean
}

describe('a crash during a change of rights', () => {
  let config: Extract<DatabaseConfig, { client: 'sqlite' }>
  let app: App
  let storage: Storage
  let token: string
  let session: string
  /** Told of every statement of a change. */
  let onStatement: () => void = () => undefined

  beforeAll(async () => {
    config = (await worldDatabase('sqlite')) as typeof config
    const { schema } = await loadSchema(WORLD)
    storage = await openStorage({ database: config, limits: DEFAULT_LIMITS }, schema, {
      log: () => undefined,
      onStatement: () => onStatement(),
    })
    app = await buildTestApp({
      folder: WORLD,
      database: config,
      secrets: SECRETS,
      rateLimit: { enabled: false },
      onStatement: () => onStatement(),
    })
    await addAdministrator()
    session = await signInAdministrator()
    await storage.database.write(async transaction => {
      const hash = value(await bcrypt(PASSWORD))
      await runningIn(
        transaction,
        storage.database,
      )(sql`update up_users set password = ${hash}, email = 'member@example.org', provider = 'local' where id = 1`)
    })
    await grant(storage.database, storage.schema, { role: 'public', type: 'tag', fields: ['name'] })
    await revoke(storage.database, storage.schema, { role: 'public', type: 'author' })
  })
  afterAll(() => storage.database.close())

  const send = async (request: string, authorization: string | undefined, payload?: object) => {
    const [method, url] = request.split(' ') as ['GET', string]
    const headers = authorization === undefined ? {} : { authorization }
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
    expect([200, 201], `${request}: ${answer.payload}`).toContain(answer.statusCode)
    return answer.json()
  }
  const signIn = async () =>
    (await send('POST /api/auth/local', undefined, { identifier: 'member', password: PASSWORD })).jwt as string
  const full = async () => (await headersOf('full-access')).authorization
  const roleId = async (type: string) =>
    (await loadAllAccess(storage.database, storage.schema)).find(([role]) => role.type === type)?.[0].id
  const author = { role: 'public', type: 'author' }
  const cli = {
    grant: (input: object) => () => grant(storage.database, storage.schema, { ...author, ...input }),
    revoke: (input: object) => () => revoke(storage.database, storage.schema, { ...author, ...input }),
  }
  const patch = (type: string, grants: object) => async () =>
    send(`PATCH /admin/api/roles/${await roleId(type)}/grants`, `Bearer ${session}`, { grants })
  const editor = (actions: object) => ({
    'api::author': { controllers: { author: actions } },
    'api::tag': { controllers: { tag: { find: { enabled: true } } } },
  })

  async function addAdministrator(): Promise<void> {
    const { database } = storage
    const hash = value(await bcrypt(ROOT.password))
    await database.write(async transaction => {
      const run = runningIn(transaction, database)
      await run(
        sql`insert into admin_users (email, password, is_active, blocked) values (${value(ROOT.email)}, ${hash}, 1, 0)`,
      )
      await run(sql`insert into admin_roles (name, code) values ('Super Admin', 'strapi-super-admin')`)
      await run(
        sql`insert into admin_users_roles_links (user_id, role_id) select u.id, r.id from admin_users u, admin_roles r`,
      )
    })
  }
  const signInAdministrator = async () => (await send('POST /admin/api/login', undefined, ROOT)).data.token as string

  async function see(database: Database): Promise<Seen> {
    const { schema } = storage
    const roles = await loadAllAccess(database, schema)
    const user = await loadUser(database, schema, MEMBER)
    const run = readingFrom(database)
    const passwords = [
      ...(await run(sql`select password from up_users where id = 1`)),
      ...(await run(sql`select password from admin_users`)),
    ].flat()
    const authenticate = createAuthenticator({ database, schema, secrets: SECRETS })
    const context = { database, schema, secrets: SECRETS, settings: DEFAULT_ADMIN, clock: Date.now }
    return {
      rights: JSON.stringify([
        roles.map(([role, { fingerprint }]) => [role, fingerprint]),
        user?.roleId,
        user?.welcome,
      ]),
      passwords,
      tokenCounts: await authenticate(`Bearer ${token}`).then(
        () => true,
        () => false,
      ),
      sessionCounts: (await findSession(context as never, session)) !== undefined,
    }
  }
  const seeFile = async (filename: string): Promise<Seen> => {
    const database = await openSqlite({ filename })
    try {
      return await see(database)
    } finally {
      await database.close()
    }
  }

  const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['the first grant to read some fields', cli.grant({ fields: ['name'] })],
    ['a grant of all fields', cli.grant({})],
    ['a grant that limits what was open', cli.grant({ fields: ['name'], filterFields: ['name'] })],
    ['fields that are taken back', cli.revoke({ fields: ['name'] })],
    ['a right that is taken back with its lists', cli.revoke({})],
    [
      'a grant of the management API',
      patch('public', { 'api::author.author': { actions: ['find'], fields: ['name'] } }),
    ],
    [
      'two grants of the management API at once',
      patch('public', {
        'api::author.author': { actions: ['find', 'create'], fields: ['name', 'email'], writeFields: ['name'] },
        'api::tag.tag': { actions: [] },
      }),
    ],
    [
      'a new role over REST',
      async () =>
        send('POST /api/users-permissions/roles', await full(), {
          name: 'Editor',
          permissions: editor({ find: { enabled: true }, create: { enabled: true } }),
        }),
    ],
    ['lists for the new role', cli.grant({ role: 'editor', fields: ['name'] })],
    [
      'other permissions over REST',
      async () =>
        send(`PUT /api/users-permissions/roles/${await roleId('editor')}`, await full(), {
          permissions: editor({ create: { enabled: true } }),
        }),
    ],
    ['a user with another role', async () => send('PUT /api/users/1', await full(), { role: await roleId('editor') })],
    [
      'a role that is deleted',
      async () => send(`DELETE /api/users-permissions/roles/${await roleId('editor')}`, await full()),
    ],
    [
      'a role for the user again',
      async () => send('PUT /api/users/1', await full(), { role: await roleId('authenticated') }),
    ],
    ['the first new password of a user', async () => send('PUT /api/users/1', await full(), { password: SECOND })],
    ['the next one', async () => send('PUT /api/users/1', await full(), { password: PASSWORD })],
    [
      'a password that users change themselves',
      async () => {
        await send('POST /api/auth/change-password', `Bearer ${await signIn()}`, {
          currentPassword: PASSWORD,
          password: THIRD,
          passwordConfirmation: THIRD,
        })
      },
    ],
    ['a user who is blocked', async () => send('PUT /api/users/1', await full(), { blocked: true })],
    [
      'a new password of an administrator',
      async () =>
        send('POST /admin/api/me/password', `Bearer ${session}`, {
          currentPassword: ROOT.password,
          password: 'another password',
        }),
    ],
  ]

  test.each(changes)('%s', async (_title, change) => {
    token = await tokenNow()
    emptyLogs(config.filename)
    const before = await see(storage.database)
    const states = await crashStates(config.filename, async note => {
      onStatement = note
      await change()
      onStatement = () => undefined
    })
    const after = await see(storage.database)
    for (const { title, open } of states) {
      const seen = await seeFile(open())
      expect([before.rights, after.rights], title).toContain(seen.rights)
      const kept = JSON.stringify(seen.passwords) === JSON.stringify(before.passwords)
      expect(kept || JSON.stringify(seen.passwords) === JSON.stringify(after.passwords), title).toBe(true)
      // What was opened with the old password ends no later than that password.
      if (!kept) expect([seen.tokenCounts, seen.sessionCounts], title).toEqual([after.tokenCounts, after.sessionCounts])
    }
    expect(states.length).toBeGreaterThan(1)
    expect(before.rights === after.rights && before.passwords.join() === after.passwords.join()).toBe(false)
  })

  /** A token of the member, whatever their password is at the moment. */
  async function tokenNow(): Promise<string> {
    for (const password of PASSWORDS) {
      const payload = { identifier: 'member', password }
      const answer = await app.inject({ method: 'POST', url: '/api/auth/local', payload })
      if (answer.statusCode === 200) return answer.json().jwt as string
    }
    return 'none'
  }
})
