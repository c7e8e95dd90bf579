/** The callers of the content API as whom a request can be explained. */
import type { Caller, CallerReference } from '../../admin-api/explain-api.ts'
import { PopulusError } from '../../errors.ts'
import { loadApiTokens } from '../../identity/access/api-tokens.ts'
import { loadAllAccess } from '../../identity/access/role-rights.ts'
import { listTokens } from '../../identity/administrators/manage-tokens.ts'
import type { Access } from '../../plan/access.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'

const PUBLIC = 'public'

export interface NamedCaller extends Caller {
  readonly access: Access
  /** The type of the role, as commands name it; `null` for tokens. */
  readonly role: { readonly id: number; readonly type: string } | null
}

/** Other callers may read more than the person, so only super administrators see what they get. */
export async function listCallers(context: ManagementContext, rights: AdminRights): Promise<readonly Caller[]> {
  const { database, schema, admin } = context
  const roles = await loadAllAccess(database, schema)
  const everyone: Caller = { kind: 'public', name: 'Public' }
  if (!rights.superAdmin) return [everyone]
  const others = roles.filter(([{ type }]) => type !== PUBLIC)
  const tokens = await listTokens(admin)
  return [
    everyone,
    ...others.map(([{ id, name }]) => ({ kind: 'role' as const, id, name })),
    ...tokens.map(({ id, name }) => ({ kind: 'token' as const, id, name })),
  ]
}

export async function findCaller(
  context: ManagementContext,
  rights: AdminRights,
  { kind, id }: CallerReference,
): Promise<NamedCaller> {
  const { database, schema } = context
  if (kind !== 'public' && !rights.superAdmin) throw new PopulusError('forbidden')
  if (kind === 'token') {
    const tokens = [...(await loadApiTokens(database, schema)).values()]
    const token = tokens.find(known => known.id === id)
    if (token === undefined) throw new PopulusError('notFound')
    return { kind, name: `token ${token.id}`, access: token.access, role: null }
  }
  const roles = await loadAllAccess(database, schema)
  const [role, access] = roles.find(([known]) => (kind === 'public' ? known.type === PUBLIC : known.id === id)) ?? []
  if (role === undefined || access === undefined) throw new PopulusError('notFound')
  return { kind, id: role.id, name: role.name, access, role }
}
