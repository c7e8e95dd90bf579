/** The roles of end users, and what they may do. */

import { findFlatOne } from '../../content/read/find-flat.ts'
import { entryIdOf } from '../../content/read/find-one.ts'
import { PopulusError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { ROLE_UID } from '../../schema/schema.ts'
import { snakeCase } from '../../schema/snake-case.ts'
import type { Run } from '../records/change-rights.ts'
import { ownValue, textProblems } from '../users/check-body.ts'
import { invalid, type Problem } from '../users/user-problem.ts'
import { changeUsers } from '../users/user-store.ts'
import type { UserRequest, UsersContext } from '../users/users-context.ts'
import { addPermission, removePermission } from './change-permissions.ts'
import { uidOfAction } from './content-actions.ts'
import { deleteFieldGrants, deleteRoleFieldGrants, LIST_KINDS, limitsOf } from './field-grants.ts'
import { grantedActions } from './granted-actions.ts'
import { permissionStatements } from './permission-statements.ts'
import { describeActions, knownActions } from './role-actions.ts'
import { loadRoleAccess, loadRoles, type Role } from './role-permissions.ts'
import { deleteRoleRow, hasRoleOfType, insertRole, moveUsers, roleActions, updateRoleRow } from './role-store.ts'

const DONE = '{"ok":true}'

/** `{"permissions":{...}}`: every action, none of them enabled. */
export async function listPermissions({ content }: UsersContext): Promise<string> {
  return JSON.stringify({ permissions: describeActions(knownActions(content.schema), new Set()) })
}

/** `{"role":{...,"permissions":{...}}}` */
export async function findRole(
  context: UsersContext,
  { caller, id }: Pick<UserRequest, 'caller'> & { readonly id: string },
): Promise<string> {
  const { content } = context
  const type = content.schema.types.get(ROLE_UID)!
  const json = await findFlatOne(content, { type, search: '', access: caller, id })
  const roleId = entryIdOf(id)
  if (json === null || roleId === null) throw new PopulusError('roleNotFound')
  const { actions } = await loadRoleAccess(content.database, content.schema, roleId)
  const permissions = describeActions(knownActions(content.schema), actions)
  return JSON.stringify({ role: { ...(JSON.parse(json) as object), permissions } })
}

/** `{"name":"...","description":"...","permissions":{...}}` -> `{"ok":true}`; the type is made from the name unless given. */
export async function createRole(context: UsersContext, { body }: UserRequest): Promise<string> {
  const given = filledBody(body)
  const granted = grantedActions(ownValue(given, 'permissions'))
  check([
    ...textProblems('name', ownValue(given, 'name'), { required: true }),
    ...optionalText(given, 'description'),
    ...optionalText(given, 'type'),
  ])
  const name = String(given.name)
  const type = typeof given.type === 'string' && given.type !== '' ? given.type : snakeCase(name.toLowerCase())
  checkLengths({ name, description: given.description, type })
  await changeUsers(context, async run => {
    if (await hasRoleOfType(context, run, type))
      throw invalid([{ path: ['type'], message: 'This attribute must be unique' }])
    const id = await insertRole(context, run, { name, type, description: textOrNull(given.description) })
    await grantAll(context, run, { id, granted })
  })
  return DONE
}

/** Changes name and description, and grants exactly the given permissions: without any, as in Strapi, none are left. */
export async function changeRole(
  context: UsersContext,
  { body, id: text }: UserRequest & { readonly id: string },
): Promise<string> {
  const given = filledBody(body)
  const { id } = await existingRole(context, text)
  const granted = grantedActions(ownValue(given, 'permissions'))
  check([...textProblems('name', ownValue(given, 'name'), { min: 1 }), ...optionalText(given, 'description')])
  checkLengths({ name: given.name, description: given.description })
  const names = ['name', 'description'].filter(name => Object.hasOwn(given, name))
  await changeUsers(context, async run => {
    await updateRoleRow(context, run, id, new Map(names.map(name => [name, textOrNull(given[name])])))
    const before = await roleActions(context, run, id)
    await withdraw(context, run, { id, actions: before.filter(action => !granted.has(action)), granted })
    await grantAll(context, run, { id, granted })
  })
  return DONE
}

/** Its users become those of the role `public`, which itself stays. */
export async function removeRole(context: UsersContext, { id: text }: { readonly id: string }): Promise<string> {
  const { content } = context
  const role = await existingRole(context, text)
  const roles = await loadRoles(content.database, content.schema)
  const open = roles.find(({ type }) => type === 'public')
  if (open === undefined || role.id === open.id) throw new PopulusError('publicRoleStays')
  await changeUsers(context, async run => {
    const actions = await roleActions(context, run, role.id)
    await moveUsers(context, run, role.id, open.id)
    await withdraw(context, run, { id: role.id, actions, granted: new Set() })
    await run(deleteRoleFieldGrants(content.database.dialect, role.id))
    await deleteRoleRow(context, run, role.id)
  })
  return DONE
}

async function existingRole({ content }: UsersContext, text: string): Promise<Role> {
  const roles = await loadRoles(content.database, content.schema)
  const id = entryIdOf(text)
  const role = roles.find(known => known.id === id)
  if (role === undefined) throw new PopulusError('roleNotFound')
  return role
}

interface RoleChange {
  readonly id: number
  readonly granted: ReadonlySet<string>
}

async function grantAll({ content }: UsersContext, run: Run, { id, granted }: RoleChange): Promise<void> {
  const statements = permissionStatements(content.database.dialect, content.schema)
  for (const action of granted) await addPermission(run, statements, id, action)
}

/** With the last right to read or to write a type go the lists of fields that limited it. */
async function withdraw(
  { content }: UsersContext,
  run: Run,
  { id, actions, granted }: RoleChange & { readonly actions: readonly string[] },
): Promise<void> {
  const { dialect } = content.database
  const statements = permissionStatements(dialect, content.schema)
  for (const action of actions) {
    await removePermission(run, statements, id, action)
    const uid = uidOfAction(action)
    const kept = limitsOf([...granted].filter(other => uidOfAction(other) === uid))
    const idle = LIST_KINDS.filter(kind => !kept.has(kind))
    if (idle.length > 0) await run(deleteFieldGrants(dialect, id, uid, idle))
  }
}

function filledBody(body: unknown): JsonObject {
  if (!isObject(body) || Object.keys(body).length === 0) throw new PopulusError('emptyBody')
  return body
}

function check(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalid(problems)
}

function optionalText(given: JsonObject, name: string): readonly Problem[] {
  return given[name] === null ? [] : textProblems(name, ownValue(given, name), {})
}

const LONGEST = 255

function checkLengths(texts: JsonObject): void {
  check(
    Object.entries(texts).flatMap(([name, text]) => [
      ...(typeof text === 'string' && text.length > LONGEST
        ? [{ path: [name], message: `${name} must be at most ${LONGEST} characters` }]
        : []),
      ...(typeof text === 'string' && text.includes('\0')
        ? [{ path: [name], message: `${name} must not contain the character U+0000` }]
        : []),
    ]),
  )
}

function textOrNull(given: unknown): string | null {
  return typeof given === 'string' ? given : null
}
