/** Gives a user a new password. This ends all sign-ins with the old one, one of them possibly a little later. */

import type { Run } from '../records/change-rights.ts'
import { holdPassword, type SparedToken } from '../sign-in/password-changes.ts'
import { endResetCodes } from './user-codes.ts'
import { invalid } from './user-problem.ts'
import { changeUsers, endUserTokens, hasPasswordHash, type StoredUser, updateUser, userType } from './user-store.ts'
import { readUserValues } from './user-values.ts'
import type { UsersContext } from './users-context.ts'

export interface NewPassword {
  /** As they were found. */
  readonly user: StoredUser
  readonly password: string
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
  { user, password, spared, allowed = async () => true }: NewPassword,
): Promise<number | null> {
  const { problems } = readUserValues(userType(context), { password }, { all: false })
  if (problems.length > 0) throw invalid(problems)
  const values = { password: await context.passwords.hash(password) }
  const where = hasPasswordHash(context, user.password)
  await holdPassword(context.content.database, context.content.schema, user.id)
  return changeUsers(context, async run => {
    if (!(await allowed(run))) return null
    if (!(await updateUser(context, run, { id: user.id, values, where }))) return null
    await endResetCodes(context, run, user.id)
    return endUserTokens(context, run, user.id, spared)
  })
}
