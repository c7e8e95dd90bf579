/** Who finds an open panel cannot change how the next sign-in goes: such changes need the password, or a sign-in a moment ago. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import type { AdminSession } from '../../identity/administrators/admin-sessions.ts'
import type { Administrator } from '../../identity/administrators/administrators.ts'
import { checkInput, email } from '../../input/check-input.ts'
import { isOutOfDate } from '../../util/time/moments.ts'
import {
  administratorNames,
  checkOwnPassword,
  hasPassword,
  samePassword,
  updateAdministrator,
} from './manage-administrators.ts'

const withPassword = z.strictObject({ password: z.string({ error: 'expected a string' }) })
/** Milliseconds after a sign-in without a password in which no other proof is needed. */
const FRESH = 10 * 60_000

/** Throws `wrongPassword` or `signInAgain`. */
export async function checkOwner(
  context: AdminContext,
  { administrator, openedAt }: AdminSession,
  input: unknown,
): Promise<void> {
  if (await usesPassword(context, administrator.id)) {
    await checkOwnPassword(context, administrator.id, checkInput(withPassword, input).password)
    return
  }
  checkInput(withPassword.partial(), input)
  if (isOutOfDate(openedAt, FRESH, context.clock())) throw new PopulusError('signInAgain')
}

const ownAccount = z.strictObject({
  ...administratorNames,
  email: email().optional(),
  password: z.string({ error: 'expected a string' }).optional(),
})

/**
 * What everybody may change of their own account. Codes for a new password go to the address, so that another one needs what a new
 * password needs. `counted` is called before a password is compared.
 */
export async function changeOwnAccount(
  context: AdminContext,
  session: AdminSession,
  input: unknown,
  counted: () => Promise<void>,
): Promise<Administrator> {
  const { password, ...values } = checkInput(ownAccount, input)
  const { id, email: before } = session.administrator
  if (values.email === undefined || values.email === before.toLowerCase())
    return updateAdministrator(context, id, values)
  await counted()
  const stays = await samePassword(context, id)
  await checkOwner(context, session, password === undefined ? {} : { password })
  return updateAdministrator(context, id, values, stays)
}

export async function usesPassword(context: AdminContext, id: number): Promise<boolean> {
  return context.settings.passwords && (await hasPassword(context, id))
}
