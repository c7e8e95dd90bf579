import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorKey } from '../../../src/errors.ts'
import { hashApiToken } from '../../../src/identity/access/api-tokens.ts'
import { type Authenticator, authenticate, createAuthenticator } from '../../../src/identity/access/authenticate.ts'
import { may } from '../../../src/plan/access.ts'
import { type Fragment, sql, value } from '../../../src/sql/fragment.ts'
import { CLIENTS } from '../../support/databases.ts'
import { openRecorded, type Recorded, SECRETS } from './open-recorded.ts'

const FIND = 'api::article.article.find'

async function jwtOf(id: number, expires: string | Date = '30d'): Promise<string> {
  const token = new SignJWT({ id }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuedAt()
  return token.setExpirationTime(expires).sign(Buffer.from(SECRETS.jwt))
}

describe.each(CLIENTS)('who is asking, on %s', client => {
  let recorded: Recorded
  let ask: Authenticator
  /** How far the clock of the server is ahead, in milliseconds. */
  let ahead = 0

  beforeAll(async () => {
    recorded = await openRecorded(client)
    ask = createAuthenticator({ ...recorded, secrets: SECRETS, clock: () => Date.now() + ahead })
  })
  afterAll(() => recorded.database.close())

  const keyOf = (header: string): Promise<ErrorKey | 'access'> =>
    ask(header).then(
      () => 'access',
      error => error.key,
    )
  const set = (fragment: Fragment) => recorded.change(fragment)
  const yes = () => value(recorded.database.dialect.encode('boolean', true))
  const no = () => value(recorded.database.dialect.encode('boolean', false))

  test('no header, or one of another form, is the public role', async () => {
    const access = await ask(undefined)
    expect(access).toMatchObject({ everything: false })
    expect(access.actions).toContain(FIND)
    expect(access.actions).toContain('plugin::users-permissions.auth.callback')
    expect(access.actions).not.toContain('plugin::users-permissions.user.me')
    for (const header of ['', 'Basic x', 'Bearer', 'Bearer a b']) expect(await ask(header)).toEqual(access)
  })

  test('a read-only token may find and findOne every type and component, and nothing else', async () => {
    const access = await ask('Bearer oracle-token-read-only')
    const { types, components } = recorded.schema
    const owners = [...types.keys(), ...components.keys(), 'plugin::upload.content-api']
    expect([...access.actions].sort()).toEqual(owners.flatMap(uid => [`${uid}.find`, `${uid}.findOne`]).sort())
    expect(access.fields.size).toBe(0)
  })

  test('a full-access token may do everything', async () => {
    const access = await ask('bearer oracle-token-full-access')
    expect(access.everything && may(access, 'anything')).toBe(true)
  })

  test('a custom token may do what is listed for it', async () => {
    const access = await ask('Bearer oracle-token-custom')
    const listed = await recorded.change(sql`select p.action from strapi_api_token_permissions as p`)
    expect([...access.actions].sort()).toEqual(listed.map(([action]) => action).sort())
  })

  test('expired, unknown and malformed tokens are refused', async () => {
    expect(await keyOf('Bearer oracle-token-expired')).toBe('tokenExpired')
    expect(await keyOf('Bearer oracle-token-bad')).toBe('unauthorized')
    expect(await keyOf(`Bearer ${hashApiToken('oracle-token-full-access', SECRETS.apiTokenSalt)}`)).toBe('unauthorized')
    expect(await keyOf('Bearer a.b.c')).toBe('unauthorized')
    expect(await keyOf(`Bearer ${await jwtOf(1, new Date(Date.now() - 1000))}`)).toBe('unauthorized')
  })

  test('without secrets no token is known', async () => {
    const bare = { ...recorded, secrets: { jwt: undefined, apiTokenSalt: undefined } }
    for (const token of ['oracle-token-full-access', await jwtOf(1)]) {
      await expect(authenticate(bare, `Bearer ${token}`)).rejects.toMatchObject({ key: 'unauthorized' })
    }
  })

  test("a JWT gives the rights of the user's role", async () => {
    const access = await ask(`Bearer ${await jwtOf(1)}`)
    expect(access.actions).toContain('plugin::users-permissions.user.me')
    expect(access.actions).not.toContain('plugin::users-permissions.auth.callback')
  })

  test('the JWT of a blocked or unknown user is refused', async () => {
    expect(await keyOf(`Bearer ${await jwtOf(2)}`)).toBe('invalidCredentials')
    expect(await keyOf(`Bearer ${await jwtOf(4711)}`)).toBe('invalidCredentials')
  })

  test('user, role and token of the same id are never taken for each other', async () => {
    const asUser = await ask(`Bearer ${await jwtOf(1)}`)
    const asToken = await ask('Bearer oracle-token-read-only')
    const asPublic = await ask(undefined)
    expect(new Set([asUser, asToken, asPublic].map(({ fingerprint }) => fingerprint)).size).toBe(3)
  })

  test('what was read is remembered: the second request runs no statement', async () => {
    const headers = [undefined, 'Bearer oracle-token-custom', `Bearer ${await jwtOf(1)}`]
    let before = 0
    // A change token may end between the two rounds, so that the second round is tried again.
    for (let round = 0; round < 50; round++) {
      before = recorded.statements.length
      for (const header of headers) await ask(header)
      if (round > 0 && recorded.statements.length === before) break
    }
    expect(recorded.statements.length).toBe(before)
  })

  test('what is known of a user is read by one statement', async () => {
    const before = recorded.statements.length
    await createAuthenticator({ ...recorded, secrets: SECRETS })(`Bearer ${await jwtOf(1)}`)
    const read = recorded.statements.slice(before).filter(({ text }) => /up_users|password_changes/.test(text))
    expect(read).toHaveLength(1)
  })

  test('the end of a token is seen while its rights are remembered', async () => {
    const token = `Bearer ${await jwtOf(1)}`
    expect(await keyOf(token)).toBe('access')
    ahead = 31 * 24 * 60 * 60 * 1000
    expect(await keyOf(token)).toBe('unauthorized')
    ahead = 0
    const end = value(recorded.database.dialect.encode('datetime', new Date(Date.now() + 60_000)))
    await set(sql`update strapi_api_tokens set expires_at = ${end} where name = 'custom'`)
    await seen(async () => (await keyOf('Bearer oracle-token-custom')) === 'access')
    ahead = 61_000
    expect(await keyOf('Bearer oracle-token-custom')).toBe('tokenExpired')
    ahead = 0
  })

  describe('a change by another process is seen by the next request', () => {
    test('a user is blocked', async () => {
      const token = `Bearer ${await jwtOf(1)}`
      expect(await keyOf(token)).toBe('access')
      await set(sql`update up_users set blocked = ${yes()} where id = 1`)
      await seen(async () => (await keyOf(token)) === 'invalidCredentials')
      await set(sql`update up_users set blocked = ${no()} where id = 1`)
      await seen(async () => (await keyOf(token)) === 'access')
    })

    test('confirmation is asked for', async () => {
      const token = `Bearer ${await jwtOf(1)}`
      const key = value('plugin_users-permissions_advanced')
      await set(sql`update up_users set confirmed = ${no()} where id = 1`)
      await seen(async () => (await keyOf(token)) === 'access')
      await set(
        sql`update strapi_core_store_settings set value = ${value('{"email_confirmation":true}')} where key = ${key}`,
      )
      await seen(async () => (await keyOf(token)) === 'invalidCredentials')
      await set(sql`update up_users set confirmed = ${yes()} where id = 1`)
      await seen(async () => (await keyOf(token)) === 'access')
    })

    test('a user loses the role', async () => {
      const token = `Bearer ${await jwtOf(1)}`
      await set(sql`delete from up_users_role_links where user_id = 1`)
      await seen(async () => (await keyOf(token)) === 'unauthorized')
    })

    test('a token is deleted', async () => {
      expect(await keyOf('Bearer oracle-token-read-only')).toBe('access')
      await set(sql`delete from strapi_api_tokens where name = 'read'`)
      await seen(async () => (await keyOf('Bearer oracle-token-read-only')) === 'unauthorized')
    })
  })

  /** PostgreSQL delivers a notice a moment after the commit. */
  async function seen(holds: () => Promise<boolean>): Promise<void> {
    await expect.poll(holds, { interval: 20 }).toBe(true)
  }
})
