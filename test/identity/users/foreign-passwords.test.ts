/** Passwords that another program has changed, and those whose change was cut off between two files. */
import { beforeAll, describe, expect, test } from 'vitest'
import { sql, value } from '../../../src/sql/fragment.ts'
import { CLIENTS } from '../../support/databases.ts'
import { FULL, failure, ok, openUsers, PASSWORD, type Users } from './open-users.ts'

/** bcrypt of `Password1`. */
const HASH = '$2a$10$bxikbRKO9FsHMlHmyUIDvujAO27q8voKsat/TbtXJ2WCi9L3s4LV.'
const OTHER = 'Another1'
const UNAUTHORIZED = failure(401, 'UnauthorizedError', 'Invalid credentials')

describe.each(CLIENTS)('on %s', client => {
  let users: Users
  beforeAll(async () => {
    users = await openUsers(client)
  })
  const me = (token: string) => users.ask('GET /api/users/me', { token })
  const row = async () =>
    (await users.change(sql`select tokens_from, password_mark from populus.password_changes where user_id = 1`))[0]

  test('no row, no end: tokens count until a password is changed here', async () => {
    expect(await row()).toBeUndefined()
    const token = await users.signIn('alice')
    await users.change(sql`update up_users set password = ${value(HASH.replace('bxik', 'bxil'))} where id = 1`)
    expect((await me(token)).status).toBe(200)
    await users.change(sql`update up_users set password = ${value(HASH)} where id = 1`)
  })

  test('tokens end when another program changes a password that was changed here before, and signing in works at once', async () => {
    expect((await users.ask('PUT /api/users/1', { token: FULL, body: { password: OTHER } })).status).toBe(200)
    const token = await users.signIn('alice', OTHER)
    expect((await me(token)).status).toBe(200)
    await users.change(sql`update up_users set password = ${value(HASH)} where id = 1`)
    expect(await me(token)).toEqual(UNAUTHORIZED)
    const next = await users.signIn('alice', PASSWORD)
    expect(await me(next)).toEqual(ok(expect.objectContaining({ username: 'alice' })))
    expect(await me(token)).toEqual(UNAUTHORIZED)
  })

  test('a row of an earlier release, without a mark, counts for the password that is there', async () => {
    await users.change(sql`update populus.password_changes set password_mark = null where user_id = 1`)
    const token = await users.signIn('alice', PASSWORD)
    expect((await me(token)).status).toBe(200)
    expect((await users.ask('PUT /api/users/1', { token: FULL, body: { password: OTHER } })).status).toBe(200)
    expect(await me(token)).toEqual(UNAUTHORIZED)
    expect((await row())?.[1]).toMatch(/^[\w-]{22}$/)
  })
})
