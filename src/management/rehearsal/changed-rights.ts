/** The rights of a role as they are, and as a body would make them. Nothing is stored. */
import { PopulusError } from '../../errors.ts'
import { accessOf, loadHeldRoles, type Role, type RoleRights } from '../../identity/access/role-rights.ts'
import type { Access } from '../../plan/access.ts'
import type { ManagementContext } from '../management-context.ts'
import { grantsChange } from '../roles/role-grants.ts'

export interface ChangedRights {
  readonly role: Role
  readonly before: Access
  readonly after: Access
}

/** `input` is the body with which the grants would be set. Throws what setting them would throw. */
export async function changedRights(
  context: ManagementContext,
  roleId: number,
  input: unknown,
): Promise<ChangedRights> {
  const { schema, database, rules, admin } = context
  const change = grantsChange(admin, input)
  const held = (await loadHeldRoles(database, schema)).find(({ role }) => role.id === roleId)
  if (held === undefined) throw new PopulusError('roleNotFound')
  const { role, rights } = held
  const ruled = async (of: RoleRights) => {
    const access = accessOf(of)
    return rules === undefined ? access : rules.forRole(access, role.type, null)
  }
  return { role, before: await ruled(rights), after: await ruled(change(rights)) }
}
