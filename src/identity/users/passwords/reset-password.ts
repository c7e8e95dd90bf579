/** Sets a new password for the user with the code that was sent by mail. */
import { PopulusError } from '../../../errors.ts'
import { issueTokenFrom, tokenSecret } from '../../sign-in/issue-token.ts'
import { checkBody } from '../check-body.ts'
import { signedIn, userAnswer } from '../user-answer.ts'
import { findCodeOwner, spendCode } from '../user-codes.ts'
import type { UserRequest, UsersContext } from '../users-context.ts'
import { setPassword } from './set-password.ts'

/** In the order in which Strapi reports the problems. */
const RULES = {
  passwordConfirmation: { required: true },
  password: { required: true },
  code: { required: true },
} as const

/**
 * `{"code":"...","password":"...","passwordConfirmation":"..."}` -> `{"jwt":"...","user":{...}}`. A code works once.
 */
export async function resetPassword(context: UsersContext, { caller, body }: UserRequest): Promise<string> {
  tokenSecret(context)
  const { code, password, passwordConfirmation } = checkBody(body, RULES, { closed: true })
  if (password !== passwordConfirmation) throw new PopulusError('passwordsDiffer')
  const owner = await findCodeOwner(context, 'resetPassword', code)
  if (owner === undefined) throw new PopulusError('wrongCode')
  const { user } = owner
  // Strapi answers with the user as they were before the change.
  const answer = await userAnswer(context, { caller, id: user.id })
  const tokensFrom = await setPassword(context, {
    user,
    password,
    caller,
    allowed: run => spendCode(context, run, owner),
  })
  if (tokensFrom === null) throw new PopulusError('wrongCode')
  return signedIn(await issueTokenFrom(context, user.id, tokensFrom), answer)
}
