/** Everyone whose rights the content API knows: the public, the roles of end users, and API tokens. */
import type { Access } from '../../plan/access.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
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

/** By the type of a role, then by the name of a role, then by the name of a token. */
export function callerNamed(callers: readonly ApiCaller[], given: string): ApiCaller | undefined {
  return callers.find(({ role }) => role?.type === given) ?? callers.find(({ name }) => name === given)
}
