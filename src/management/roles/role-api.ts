/** The roles of end users as the routes of the API show and change them, in Strapi's form. */

import { findFlat, findFlatOne } from '../../content/read/find-flat.ts'
import { PopulusError } from '../../errors.ts'
import type { RolesContext } from '../../identity/access/role-records.ts'
import { loadRoleAccess } from '../../identity/access/role-rights.ts'
import { type BodyRules, checkBody, type FieldRule, ownValue } from '../../identity/users/check-body.ts'
import { invalid } from '../../identity/users/user-problem.ts'
import type { UserRequest, UsersContext } from '../../identity/users/users-context.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { ROLE_UID } from '../../schema/schema.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import { describeActions } from './describe-actions.ts'
import { grantedActions } from './granted-actions.ts'
import { addRole, changeRole, countUsers, removeRole } from './manage-roles.ts'

const DONE = '{"ok":true}'

/** `{"permissions":{...}}`: every action, none of them enabled. */
export async function showPermissions(context: UsersContext): Promise<string> {
  return JSON.stringify({ permissions: describeActions(context, new Set()) })
}

/** `{"roles":[{"id":1,"name":"Authenticated",...,"nb_users":2}]}` */
export async function showRoles(context: UsersContext, { caller }: Pick<UserRequest, 'caller'>): Promise<string> {
  const { content } = context
  const type = content.schema.types.get(ROLE_UID)!
  const roles = JSON.parse(await findFlat(content, { type, access: caller, search: '' })) as { id: number }[]
  const counts = await countUsers(rolesContext(context))
  return JSON.stringify({ roles: roles.map(role => ({ ...role, nb_users: counts.get(role.id) ?? 0 })) })
}

/** `{"role":{...,"permissions":{...}}}` */
export async function showRole(
  context: UsersContext,
  { caller, id }: Pick<UserRequest, 'caller'> & { readonly id: string },
): Promise<string> {
  const { content } = context
  const type = content.schema.types.get(ROLE_UID)!
  const json = await findFlatOne(content, { type, search: '', access: caller, id })
  const roleId = idOfText(id)
  if (json === null || roleId === null) throw new PopulusError('roleNotFound')
  const { actions } = await loadRoleAccess(content.database, content.schema, roleId)
  const permissions = describeActions(context, actions)
  return JSON.stringify({ role: { ...(JSON.parse(json) as object), permissions } })
}

/** `{"name":"...","description":"...","permissions":{...}}` -> `{"ok":true}` */
export async function createRoleFrom(context: UsersContext, { body }: UserRequest): Promise<string> {
  const given = filledBody(body)
  const actions = grantedActions(ownValue(given, 'permissions'))
  const { name, description = null, type } = texts(given, { name: { required: true }, description: {}, type: {} })
  const wanted = { name, description, type: type || undefined, actions }
  const made = await addRole(rolesContext(context), wanted)
  if (made === null) throw invalid([{ path: ['type'], message: 'This attribute must be unique' }])
  return DONE
}

/** Changes name and description, and grants exactly the given permissions. Without any, none are left, as in Strapi. */
export async function changeRoleTo(
  context: UsersContext,
  { body, id }: UserRequest & { readonly id: string },
): Promise<string> {
  const given = filledBody(body)
  await changeRole(rolesContext(context), idOfText(id), () => {
    const actions = grantedActions(ownValue(given, 'permissions'))
    return { ...texts(given, { name: { min: 1 }, description: {} }), actions }
  })
  return DONE
}

export async function deleteRoleOf(context: UsersContext, { id }: { readonly id: string }): Promise<string> {
  await removeRole(rolesContext(context), idOfText(id))
  return DONE
}

function filledBody(body: unknown): JsonObject {
  if (!isObject(body) || Object.keys(body).length === 0) throw new PopulusError('emptyBody')
  return body
}

/** The texts of a body. The description may be `null`. */
function texts<Name extends string>(given: JsonObject, rules: BodyRules<Name>) {
  const { description, ...others } = given
  const limited = Object.entries<FieldRule>(rules).map(([name, rule]) => [name, { ...rule, stored: true }])
  if (description !== null) return checkBody(given, Object.fromEntries(limited) as BodyRules<Name>)
  return { ...checkBody(others, Object.fromEntries(limited) as BodyRules<Name>), description: null }
}

function rolesContext({ content: { database, schema }, clock }: UsersContext): RolesContext {
  return { database, schema, clock }
}
