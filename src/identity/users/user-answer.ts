/** The JSON of a user as a caller may see it: never a password or token, and only the fields that were granted. */

import { findFlatOne } from '../../content/read/find-flat.ts'
import type { Caller } from '../access/authenticate.ts'
import { userType } from './user-store.ts'
import type { UsersContext } from './users-context.ts'

export interface UserAnswer {
  readonly caller: Caller
  readonly id: number
  /** Includes the role if the caller may read roles. */
  readonly role?: boolean
}

/** `null` if the user no longer exists. */
export function userAnswer(context: UsersContext, { caller, id, role = false }: UserAnswer): Promise<string | null> {
  const search = role ? 'populate=role' : ''
  return findFlatOne(context.content, { type: userType(context), search, access: caller, id: String(id) })
}

/** `{"jwt":"...","user":{...}}` */
export function signedIn(jwt: string, user: string | null): string {
  return `{"jwt":${JSON.stringify(jwt)},"user":${user}}`
}
