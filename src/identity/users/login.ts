/** Signs in with a password. */

import { PopulusError } from '../../errors.ts'
import { sql } from '../../sql/fragment.ts'
import { issueToken, tokenSecret } from '../sign-in/issue-token.ts'
import { checkBody } from './check-body.ts'
import { signedIn, userAnswer } from './user-answer.ts'
import { findUser, findUserById, has, type StoredUser } from './user-store.ts'
import type { UserRequest, UsersContext } from './users-context.ts'
import { loadUsersSettings, type UsersSettings } from './users-settings.ts'

const RULES = { identifier: { required: true }, password: { required: true } } as const

/**
 * `{"identifier":"ann","password":"..."}` -> `{"jwt":"...","user":{...}}`. Unknown accounts get the same answer as
 * wrong passwords, after the same time.
 */
export async function login(context: UsersContext, { caller, body }: UserRequest): Promise<string> {
  tokenSecret(context)
  const settings = await loadUsersSettings(context)
  if (!settings.passwordLogin) throw new PopulusError('providerDisabled')
  const { identifier, password } = checkBody(body, RULES)
  const user = await findByIdentifier(context, identifier)
  const known = await context.passwords.verify(password, user?.password ?? null)
  if (user === undefined || !known) throw new PopulusError('wrongLogin')
  checkWelcome(user, settings)
  const jwt = await issueToken(context, user.id)
  await checkUnchanged(context, user)
  return signedIn(jwt, await userAnswer(context, { caller, id: user.id }))
}

/** Matches a user name exactly, or an email address in any case. */
function findByIdentifier(context: UsersContext, identifier: string): Promise<StoredUser | undefined> {
  const named = sql`${has(context, 'email', identifier.toLowerCase())} or ${has(context, 'username', identifier)}`
  return findUser(context, sql`${has(context, 'provider', 'local')} and (${named})`)
}

function checkWelcome({ confirmed, blocked }: StoredUser, { emailConfirmation }: UsersSettings): void {
  if (emailConfirmation && !confirmed) throw new PopulusError('notConfirmed')
  if (blocked) throw new PopulusError('blocked')
}

/** A password that was changed during the comparison is wrong, and its token must not be newer than the change. */
async function checkUnchanged(context: UsersContext, { id, password }: StoredUser): Promise<void> {
  const now = await findUserById(context, id)
  if (now?.password !== password) throw new PopulusError('wrongLogin')
}
