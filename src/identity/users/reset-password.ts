/** A new password for whoever has the code that was sent by mail. */
import { PopulusError } from '../../errors.ts'
import { checkBody } from './check-body.ts'
import { issueTokenFrom, tokenSecret } from './issue-token.ts'
import { setPassword } from './set-password.ts'
import { signedIn, userAnswer } from './user-answer.ts'
import { findUser, has } from './user-store.ts'
import type { UserRequest, UsersContext } from './users-context.ts'

/** In the order in which Strapi names the problems. */
const RULES = {
  passwordConfirmation: { required: true },
  password: { required: true },
  code: { required: true },
} as const

/** `{"code":"...","password":"...","passwordConfirmation":"..."}` -> `{"jwt":"...","user":{...}}`; a code works once. */
export async function resetPassword(context: UsersContext, { caller, body }: UserRequest): Promise<string> {
  tokenSecret(context)
  const { code, password, passwordConfirmation } = checkBody(body, RULES, { closed: true })
  if (password !== passwordConfirmation) throw new PopulusError('passwordsDiffer')
  const hasCode = has(context, 'resetPasswordToken', code)
  const user = await findUser(context, hasCode)
  if (user === undefined) throw new PopulusError('wrongCode')
  // Strapi answers with the user as they were before.
  const answer = await userAnswer(context, { caller, id: user.id })
  const tokensFrom = await setPassword(context, { id: user.id, password, where: hasCode })
  if (tokensFrom === null) throw new PopulusError('wrongCode')
  return signedIn(await issueTokenFrom(context, user.id, tokensFrom), answer)
}
