/** Issues the token of a user who has signed in. */

import { PopulusError } from '../../errors.ts'
import { loadUser } from '../users/stored-users.ts'
import type { UsersContext } from '../users/users-context.ts'
import { signUserToken } from './user-token.ts'

/** The secret that signs tokens. Throws `noTokenSecret`. Call it before changing anything. */
export function tokenSecret({ secret }: UsersContext): string {
  if (secret === undefined) throw new PopulusError('noTokenSecret')
  return secret
}

/** A token that counts from now on. */
export async function issueToken(context: UsersContext, userId: number): Promise<string> {
  const { database, schema } = context.content
  const user = await loadUser(database, schema, userId)
  return issueTokenFrom(context, userId, user?.tokensFrom ?? 0)
}

/** `tokensFrom`: the second from which the user's tokens count. */
export function issueTokenFrom(context: UsersContext, userId: number, tokensFrom: number): Promise<string> {
  const issuedAt = Math.max(Math.floor(context.clock() / 1000), tokensFrom)
  return signUserToken(tokenSecret(context), { userId, issuedAt }, context.config.tokenLifetime)
}
