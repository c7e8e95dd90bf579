/** Who finds an open panel cannot change how the next sign-in goes: such changes need the password, or a sign-in a moment ago. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import type { AdminSession } from '../../identity/administrators/admin-sessions.ts'
import { checkInput } from '../../input/check-input.ts'
import { isOutOfDate } from '../../util/time/is-out-of-date.ts'
import { checkOwnPassword, hasPassword } from './manage-administrators.ts'

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

export async function usesPassword(context: AdminContext, id: number): Promise<boolean> {
  return context.settings.passwords && (await hasPassword(context, id))
}
