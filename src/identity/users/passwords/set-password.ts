/** Gives a user a new password. This ends all sign-ins with the old one, one of them possibly a little later. */

import type { Caller } from '../../access/authenticate.ts'
import type { Run } from '../../records/change-rights.ts'
import { holdPassword, type SparedToken } from '../../sign-in/password-changes.ts'
import { endResetCodes } from '../user-codes.ts'
import { runUserHooks } from '../user-hooks.ts'
import { refuseProblems } from '../user-problem.ts'
import { changeUsers, endUserTokens, hasPasswordHash, type StoredUser, updateUser } from '../user-store.ts'
import { passwordProblems } from '../user-values.ts'
import type { UsersContext } from '../users-context.ts'

export interface NewPassword {
  /** As they were found. */
  readonly user: StoredUser
  readonly password: string
  readonly caller: Caller
  /** The one token that does not end at once. */
  readonly spared?: SparedToken | undefined
  /** Called inside the transaction. */
  readonly allowed?: (run: Run) => Promise<boolean>
}

/**
 * Returns the second from which the user's tokens count, or `null` if it is not allowed or somebody else has changed
 * the password in the meantime. Codes sent by mail for a new password end with the old one. Throws `invalidValues` for
 * an unacceptable password.
 */
export async function setPassword(
  context: UsersContext,
  { user, password, caller, spared, allowed = async () => true }: NewPassword,
): Promise<number | null> {
  checkPassword(context, password)
  const write = { action: 'update', caller, id: user.id, given: { password } } as const
  const { all, after } = await runUserHooks(context, write)
  const stored = String(all.password)
  checkPassword(context, stored)
  const values = { password: await context.passwords.hash(stored) }
  const where = hasPasswordHash(context, user.password)
  await holdPassword(context.content.database, context.content.schema, user.id)
  const tokensFrom = await changeUsers(context, async run => {
    if (!(await allowed(run))) return null
    if (!(await updateUser(context, run, { id: user.id, values, where }))) return null
    await endResetCodes(context, run, user.id)
    return endUserTokens(context, run, user.id, spared)
  })
  if (tokensFrom !== null) await after?.(user.id, 'update')
  return tokensFrom
}

function checkPassword(context: UsersContext, password: string): void {
  refuseProblems(passwordProblems(context, password))
}
