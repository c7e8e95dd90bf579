/** A signed-in user changes their password. */

import { PopulusError } from '../../../errors.ts'
import type { Caller } from '../../access/authenticate.ts'
import { issueTokenFrom, tokenSecret } from '../../sign-in/issue-token.ts'
import type { SparedToken } from '../../sign-in/password-changes.ts'
import { checkBody } from '../check-body.ts'
import { signedIn, userAnswer } from '../user-answer.ts'
import { invalid } from '../user-problem.ts'
import { findUserById } from '../user-store.ts'
import type { UserRequest, UsersContext } from '../users-context.ts'
import { setPassword } from './set-password.ts'

/** In the order in which Strapi reports the problems. */
const RULES = {
  passwordConfirmation: { required: true },
  password: { required: true },
  currentPassword: { required: true },
} as const

/** `{"currentPassword":"...","password":"...","passwordConfirmation":"..."}` -> `{"jwt":"...","user":{...}}` */
export async function changePassword(context: UsersContext, { caller, body }: UserRequest): Promise<string> {
  if (caller.userId === null) throw new PopulusError('notSignedIn')
  tokenSecret(context)
  const { password, passwordConfirmation, currentPassword } = checkBody(body, RULES, { closed: true })
  if (password !== passwordConfirmation) throw invalid([DIFFERENT])
  const user = await findUserById(context, caller.userId)
  if (user === undefined) throw new PopulusError('invalidCredentials')
  if (!(await context.passwords.verify(currentPassword, user.password))) throw new PopulusError('wrongPassword')
  if (currentPassword === password) throw new PopulusError('samePassword')
  // Strapi answers with the user as they were before the change.
  const answer = await userAnswer(context, { caller, id: user.id })
  const spared = sparedToken(context, caller)
  const tokensFrom = await setPassword(context, { user, password, caller, spared })
  if (tokensFrom === null) throw new PopulusError('wrongPassword')
  return signedIn(await issueTokenFrom(context, user.id, tokensFrom), answer)
}

/** In Strapi, no token ends. Clients that go on with the token they sent are given some time to use the new one. */
function sparedToken({ content, config, clock }: UsersContext, { issuedAt }: Caller): SparedToken | undefined {
  const grace = config.passwordGrace ?? content.dialect.passwordGrace
  if (grace === 0 || issuedAt === undefined) return undefined
  return { issuedAt, until: Math.floor(clock() / 1000) + grace }
}

const DIFFERENT = { path: ['passwordConfirmation'], message: 'Passwords do not match' }
