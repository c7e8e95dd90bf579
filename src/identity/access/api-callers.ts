/** Everyone whose rights the content API knows: the public, the roles of end users, and API tokens. */
import type { Access } from '../../plan/access.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { loadUser } from '../users/stored-users.ts'
import { loadApiTokens } from './api-tokens.ts'
import { loadAllAccess } from './role-rights.ts'

export interface ApiCaller {
  readonly kind: 'public' | 'role' | 'token'
  /** The id of the role or of the token. */
  readonly id: number
  readonly name: string
  readonly access: Access
  /** The type of the role, as commands name it; `null` for tokens. */
  readonly role: { readonly id: number; readonly type: string } | null
  /** The user, if the caller is a certain one. */
  readonly userId?: number
}

/** The public first, then the other roles, then tokens. */
export async function loadApiCallers(database: Database, schema: Schema): Promise<readonly ApiCaller[]> {
  const roles = (await loadAllAccess(database, schema)).map(([role, access]): ApiCaller => {
    const { id, name, type } = role
    return { kind: type === 'public' ? 'public' : 'role', id, name, access, role: { id, type } }
  })
  const tokens = [...(await loadApiTokens(database, schema)).values()].map(
    ({ id, name, access }): ApiCaller => ({ kind: 'token', id, name, access, role: null }),
  )
  const isPublic = ({ kind }: ApiCaller) => kind === 'public'
  return [...roles.filter(isPublic), ...roles.filter(role => !isPublic(role)), ...tokens.sort((a, b) => a.id - b.id)]
}

const USER = /^user:([1-9]\d{0,8})$/

/** By the type of a role, then by its name, then by the name of a token; `user:7` is a user by id. Otherwise the known names. */
export async function callerNamed(
  database: Database,
  schema: Schema,
  given: string,
): Promise<ApiCaller | readonly string[]> {
  const callers = await loadApiCallers(database, schema)
  const [, user] = USER.exec(given) ?? []
  const found =
    user === undefined
      ? (callers.find(({ role }) => role?.type === given) ?? callers.find(({ name }) => name === given))
      : await asUser(database, schema, callers, Number(user))
  return found ?? callers.map(caller => caller.role?.type ?? caller.name)
}

async function asUser(
  database: Database,
  schema: Schema,
  callers: readonly ApiCaller[],
  userId: number,
): Promise<ApiCaller | undefined> {
  const roleId = (await loadUser(database, schema, userId))?.roleId
  const caller = callers.find(({ role }) => role !== null && role.id === roleId)
  return caller === undefined ? undefined : { ...caller, name: `The user ${userId}`, userId }
}
