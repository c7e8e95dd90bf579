/** Invitations: an administrator without a password gets a link, and chooses one. The link works once. */
import { z } from 'zod'
import type { Invitation } from '../../admin-api/access-api.ts'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { type Administrator, adminRows, isActive, SUPER_ADMIN } from '../../identity/administrators/administrators.ts'
import { changeRights } from '../../identity/records/change-rights.ts'
import { findCode, randomCode, spendCode, storeCode } from '../../identity/records/one-time-codes.ts'
import { badInput, checkInput, email, password, text } from '../../input/check-input.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { administratorNames, findAdministrator, insertAdministrator, roleCodes } from './manage-administrators.ts'
import { bindings, ownerOfCode } from './reset-codes.ts'

const PURPOSE = 'adminInvitation'
const CODE_BYTES = 32
/** Milliseconds: seven days. */
const LIFETIME = 7 * 24 * 60 * 60 * 1000

const invited = z.strictObject({ email: email(), ...administratorNames, roles: roleCodes })

/** The person exists at once, and cannot sign in before they have used the code. Rejects with `badInput` or `taken`. */
export async function inviteAdministrator(context: AdminContext, input: unknown): Promise<Invitation> {
  const { roles = [SUPER_ADMIN], ...values } = checkInput(invited, input)
  const person = await changeRights(context, run =>
    insertAdministrator(context, run, { ...values, password: null }, roles),
  )
  return makeInvitation(context, person)
}

/** Another code for somebody who is not active; the code before ends. */
export async function inviteAgain(context: AdminContext, id: number): Promise<Invitation> {
  const person = await findAdministrator(context, id)
  if (person.isActive) throw badInput([{ path: [], message: 'the administrator is active already' }])
  if (person.blocked) throw badInput([{ path: [], message: 'the administrator is blocked' }])
  return makeInvitation(context, person)
}

async function makeInvitation(context: AdminContext, administrator: Administrator): Promise<Invitation> {
  const code = randomCode(CODE_BYTES)
  const boundTo = await bindings(context, readingFrom(context.database), administrator)
  await storeCode(context, { purpose: PURPOSE, code, ownerId: administrator.id, boundTo, lifetime: LIFETIME })
  return { administrator, code, expiresAt: new Date(context.clock() + LIFETIME).toISOString() }
}

const acceptInput = z.strictObject({ code: text(), password: password() })

/** Sets the password, and lets the person in from now on. Throws `wrongCode`. */
export async function acceptInvitation(context: AdminContext, input: unknown): Promise<void> {
  const { code, password: chosen } = checkInput(acceptInput, input)
  const { database, schema, clock } = context
  const found = await findCode(context, PURPOSE, code)
  const { id } = await ownerOfCode(context, readingFrom(database), found, isInvited)
  const hash = await context.users.passwords.hash(chosen)
  await changeRights(context, async run => {
    // Hashing took long: the address may be another one now.
    await ownerOfCode(context, run, found, isInvited)
    if (!(await spendCode(run, database.dialect, PURPOSE, code))) throw new PopulusError('wrongCode')
    const values = { password: hash, isActive: true }
    await adminRows(database.dialect, schema).update(run, id, values, { now: new Date(clock()) })
  })
}

function isInvited(person: Administrator): boolean {
  return !isActive(person) && !person.blocked
}
