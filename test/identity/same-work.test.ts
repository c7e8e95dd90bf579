/** Signing in, and asking for a new password, is the same work for an account that exists and for one that does not. */
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_ADMIN, DEFAULT_LIMITS, DEFAULT_USERS } from '../../src/config/config.ts'
import { contentContext } from '../../src/contexts.ts'
import type { AdminContext } from '../../src/identity/administrators/admin-context.ts'
import { createSignIn } from '../../src/identity/administrators/sign-in.ts'
import { createPasswords } from '../../src/identity/sign-in/password-hash.ts'
import { sendEmailConfirmation } from '../../src/identity/users/confirm-email.ts'
import { login } from '../../src/identity/users/login.ts'
import { forgotPassword } from '../../src/identity/users/passwords/forgot-password.ts'
import { resetPassword } from '../../src/identity/users/passwords/reset-password.ts'
import type { UserRequest, UsersContext } from '../../src/identity/users/users-context.ts'
import { createAdministrator } from '../../src/management/administrators/manage-administrators.ts'
import { requestReset } from '../../src/management/administrators/reset-codes.ts'
import { createOutgoing } from '../../src/outgoing/outgoing.ts'
import { loadSchema } from '../../src/schema/load/load-schema.ts'
import { openStorage } from '../../src/tables/open-storage.ts'
import { CHEAP_PASSWORDS, testConfig } from '../support/build-test-app.ts'
import { cleanUp } from '../support/clean-up.ts'
import { CLIENTS } from '../support/databases.ts'
import { adoptedConformanceDatabase, CONFORMANCE_PROJECT } from '../support/worlds/conformance-data.ts'

const EVERYBODY = { fingerprint: '', everything: false, actions: new Set<string>(), fields: new Map(), userId: null }

describe.each(CLIENTS)('on %s', client => {
  let users: UsersContext
  let admin: AdminContext
  /** What was done: hashes compared, statements, mails. */
  let work: string[] = []
  let later: Promise<void>[] = []

  beforeAll(async () => {
    const database = await adoptedConformanceDatabase(client)
    const { schema } = await loadSchema(CONFORMANCE_PROJECT)
    const onStatement = ({ text }: { readonly text: string }) => work.push(text.replace(/\s+/g, ' '))
    const options = { log: () => undefined, onStatement }
    const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, options)
    cleanUp(() => storage.database.close())
    const real = createPasswords(DEFAULT_LIMITS, CHEAP_PASSWORDS)
    const passwords = {
      hash: (password: string) => real.hash(password),
      verify: (password: string, stored: string | null) => {
        work.push('a password is compared')
        return real.verify(password, stored)
      },
    }
    const config = testConfig({ folder: CONFORMANCE_PROJECT, database, dialect: 'strapi4' })
    users = {
      content: contentContext(config, storage, passwords),
      passwords,
      secret: 'a-secret',
      config: DEFAULT_USERS,
      // Whether a mail leaves is the one thing that differs, after the answer.
      mail: {
        facts: { delivery: 'log', server: null, from: null, replyTo: null },
        checkReady: () => undefined,
        send: async () => undefined,
        sendFree: async () => undefined,
      },
      outgoing: createOutgoing(),
      serverUrl: 'https://cms.example.org',
      prefix: '/api',
      later: run => void later.push(run()),
      clock: Date.now,
    }
    const secrets = { jwt: 'a', apiTokenSalt: 'b', admin: 'c' }
    admin = {
      database: storage.database,
      schema,
      users,
      secrets,
      settings: DEFAULT_ADMIN,
      publicUrl: users.serverUrl,
      isSharedWithStrapi: false,
      clock: Date.now,
    }
    const person = { email: 'ana@example.org', password: 'Correct-horse-1', firstname: 'Ana', lastname: 'Lee' }
    await createAdministrator(admin, { ...person, roles: ['strapi-super-admin'] })
  })

  async function workOf(act: () => unknown): Promise<{ readonly work: readonly string[]; readonly result: unknown }> {
    work = []
    later = []
    const result = await Promise.resolve()
      .then(act)
      .catch((error: { readonly key?: string }) => error.key ?? error)
    await Promise.all(later)
    return { work, result }
  }
  const request = (body: object): UserRequest => ({ caller: EVERYBODY as unknown as UserRequest['caller'], body })

  test('a user, by name, by address and with a wrong password', async () => {
    const attempt = (identifier: string) =>
      workOf(() => login(users, request({ identifier, password: 'wrong password' })))
    const known = await attempt('alice')
    expect(known.result).toBe('wrongLogin')
    expect(known.work.filter(step => step === 'a password is compared')).toHaveLength(1)
    for (const other of ['alice@example.test', 'nobody', 'nobody@example.test', '\0']) {
      const { work: done, result } = await attempt(other)
      expect([other, result, done.filter(step => step === 'a password is compared').length]).toEqual([
        other,
        'wrongLogin',
        1,
      ])
      if (other !== '\0') expect(done).toEqual(known.work)
    }
  })

  test('a user who has forgotten the password, or has not confirmed the address', async () => {
    for (const operation of [forgotPassword, sendEmailConfirmation]) {
      const known = await workOf(() => operation(users, request({ email: 'alice@example.test' })))
      const unknown = await workOf(() => operation(users, request({ email: 'nobody@example.test' })))
      expect(unknown.work).toEqual(known.work)
      expect(known.work.length).toBeGreaterThan(0)
    }
  })

  test('a code that nobody has costs no password', async () => {
    const body = { password: 'Password2', passwordConfirmation: 'Password2' }
    const attempts = ['a'.repeat(128), 'b'.repeat(128), 'short']
    const attempt = (code: string) => workOf(() => resetPassword(users, request({ code, ...body })))
    const first = await attempt(attempts[0]!)
    expect(first.result).toBe('wrongCode')
    expect(first.work).not.toContain('a password is compared')
    for (const code of attempts) expect(await attempt(code)).toEqual(first)
  })

  test('an administrator', async () => {
    const allowed = { allowed: true, resetIn: 0, remaining: 1 }
    const signIn = createSignIn(admin, { check: async () => allowed } as unknown as Parameters<typeof createSignIn>[1])
    const site = { id: 'cms.example.org', origins: [] }
    const attempt = (email: string) =>
      workOf(() => signIn({ email, password: 'wrong password', address: '203.0.113.9', site }))
    const known = await attempt('ana@example.org')
    expect([known.result, known.work.filter(step => step === 'a password is compared').length]).toEqual([
      'invalidCredentials',
      1,
    ])
    expect(await attempt('nobody@example.org')).toEqual(known)
    const reset = (email: string) => workOf(() => requestReset(admin, { email }))
    expect(await reset('nobody@example.org')).toEqual(await reset('ana@example.org'))
  })
})
