/** Gives a user a new password, which signs out whoever signed in with the old one. */

import type { Fragment } from '../../sql/fragment.ts'
import { holdPassword } from './password-changes.ts'
import { invalid } from './user-problem.ts'
import { changeUsers, endUserTokens, updateUser, userType } from './user-store.ts'
import { readUserValues } from './user-values.ts'
import type { UsersContext } from './users-context.ts'

export interface NewPassword {
  readonly id: number
  readonly password: string
  /** What must still hold of the user, on `u`. */
  readonly where: Fragment
}

/**
 * The second from which the user's tokens count; `null` when the user is not as expected any more. Codes sent by mail for
 * a new password end with the old one. Throws `invalidValues` for a password that will not do.
 */
export async function setPassword(context: UsersContext, { id, password, where }: NewPassword): Promise<number | null> {
  const { problems } = readUserValues(userType(context), { password }, { all: false })
  if (problems.length > 0) throw invalid(problems)
  const values = new Map([
    ['password', await context.passwords.hash(password)],
    ['resetPasswordToken', null],
  ])
  await holdPassword(context.content.database, context.content.schema, id)
  return changeUsers(context, async run => {
    const changed = await updateUser(context, run, { id, values, where })
    return changed ? endUserTokens(context, run, id) : null
  })
}
