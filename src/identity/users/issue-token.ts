/** The token of a user who has signed in. */

import { PopulusError } from '../../errors.ts'
import { readRows } from '../records/read-rows.ts'
import { selectTokensFrom } from './password-changes.ts'
import { signUserToken } from './user-token.ts'
import type { UsersContext } from './users-context.ts'

/** The secret that tokens are signed with. Throws `noTokenSecret`; to be asked before anything is changed. */
export function tokenSecret({ secret }: UsersContext): string {
  if (secret === undefined) throw new PopulusError('noTokenSecret')
  return secret
}

/** A token that counts from now on. */
export async function issueToken(context: UsersContext, userId: number): Promise<string> {
  const { database } = context.content
  const [[row] = []] = await readRows(database, [selectTokensFrom(database.dialect, userId)])
  return issueTokenFrom(context, userId, Number(row?.[0] ?? 0))
}

/** `tokensFrom`: the second from which the tokens of the user count. */
export function issueTokenFrom(context: UsersContext, userId: number, tokensFrom: number): Promise<string> {
  const issuedAt = Math.max(Math.floor(context.clock() / 1000), tokensFrom)
  return signUserToken(tokenSecret(context), { userId, issuedAt }, context.config.tokenLifetime)
}
