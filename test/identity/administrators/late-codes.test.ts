/** Hashing a password takes long. What allowed it is asked again afterwards, in the transaction that sets it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS, DEFAULT_USERS } from '../../../src/config/config.ts'
import { adminContext } from '../../../src/contexts.ts'
import type { AdminContext } from '../../../src/identity/administrators/admin-context.ts'
import type { Administrator } from '../../../src/identity/administrators/administrators.ts'
import { randomCode, storeCode } from '../../../src/identity/records/one-time-codes.ts'
import { createPasswords } from '../../../src/identity/sign-in/password-hash.ts'
import type { UsersContext } from '../../../src/identity/users/users-context.ts'
import { acceptInvitation, inviteAdministrator } from '../../../src/management/administrators/invitations.ts'
import {
  changeOwnPassword,
  checkOwnPassword,
  createAdministrator,
  findAdministrator,
  updateAdministrator,
} from '../../../src/management/administrators/manage-administrators.ts'
import { bindings, resetWithCode } from '../../../src/management/administrators/reset-codes.ts'
import { loadSchema } from '../../../src/schema/load/load-schema.ts'
import { readingFrom } from '../../../src/storage/run-fragment.ts'
import { openStorage } from '../../../src/tables/open-storage.ts'
import { CHEAP_PASSWORDS, testConfig } from '../../support/build-test-app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { CLIENTS } from '../../support/databases.ts'
import { WORLD, worldDatabase } from '../../support/worlds/world.ts'
import { SECRETS } from './admin-app.ts'

const PASSWORD = 'the first password'
const CHOSEN = 'chosen with a code'

describe.each(CLIENTS)('on %s', client => {
  let context: AdminContext
  /** Runs once, when the next password has been hashed. */
  let meanwhile: (() => Promise<unknown>) | undefined
  let people = 0

  beforeAll(async () => {
    const database = await worldDatabase(client)
    const { schema } = await loadSchema(WORLD)
    const storage = await openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log: () => undefined })
    cleanUp(() => storage.database.close())
    const real = createPasswords(DEFAULT_LIMITS, CHEAP_PASSWORDS)
    const passwords = {
      verify: real.verify,
      hash: async (password: string) => {
        const [hash, act] = [await real.hash(password), meanwhile]
        meanwhile = undefined
        await act?.()
        return hash
      },
    }
    const users = { passwords, config: DEFAULT_USERS, clock: Date.now } as unknown as UsersContext
    context = adminContext(testConfig({ folder: WORLD, database, secrets: SECRETS }), storage, users)
  })

  async function somebody(): Promise<Administrator> {
    people += 1
    return createAdministrator(context, { email: `person${people}@example.org`, password: PASSWORD, firstname: 'Ann' })
  }

  async function resetCode(person: Administrator): Promise<string> {
    const code = randomCode(32)
    const boundTo = await bindings(context, readingFrom(context.database), person)
    await storeCode(context, { purpose: 'adminPassword', code, ownerId: person.id, boundTo, lifetime: 60_000 })
    return code
  }

  const refused = (key: string) => expect.objectContaining({ key })

  test.each([
    ['the address is another one', { email: 'corrected@example.org' }],
    ['the administrator is blocked', { blocked: true }],
    ['the password is another one', { password: 'set by somebody else' }],
  ])('a code for a new password ends while the password is hashed: %s', async (_, change) => {
    await somebody()
    const person = await somebody()
    const code = await resetCode(person)
    meanwhile = () => updateAdministrator(context, person.id, change)
    await expect(resetWithCode(context, { code, password: CHOSEN })).rejects.toEqual(refused('wrongCode'))
    const stays = 'password' in change ? change.password : PASSWORD
    await checkOwnPassword(context, person.id, stays)
  })

  test('of two who use one code, one wins', async () => {
    const person = await somebody()
    const code = await resetCode(person)
    meanwhile = () => resetWithCode(context, { code, password: CHOSEN })
    await expect(resetWithCode(context, { code, password: 'of the other one' })).rejects.toEqual(refused('wrongCode'))
    await checkOwnPassword(context, person.id, CHOSEN)
  })

  test('an invitation ends with the address that it was sent to', async () => {
    const { administrator, code } = await inviteAdministrator(context, { email: 'typo@example.org' })
    meanwhile = () => updateAdministrator(context, administrator.id, { email: 'typed@example.org' })
    await expect(acceptInvitation(context, { code, password: CHOSEN })).rejects.toEqual(refused('wrongCode'))
    expect(await findAdministrator(context, administrator.id)).toMatchObject({ isActive: false })
  })

  test('who knows the old password changes nothing once there is a new one', async () => {
    const person = await somebody()
    const code = await resetCode(person)
    meanwhile = () => resetWithCode(context, { code, password: CHOSEN })
    const input = { currentPassword: PASSWORD, password: 'of a thief' }
    await expect(changeOwnPassword(context, person.id, input)).rejects.toEqual(refused('wrongPassword'))
    await checkOwnPassword(context, person.id, CHOSEN)
  })
})
