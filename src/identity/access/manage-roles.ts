/** The roles of end users and their rights. */

import { entryIdOf } from '../../content/read/entry-id.ts'
import { findFlatOne } from '../../content/read/find-flat.ts'
import { PopulusError } from '../../errors.ts'
import { isObject, type JsonObject } from '../../schema/json-value.ts'
import { ROLE_UID } from '../../schema/schema.ts'
import { snakeCase } from '../../schema/snake-case.ts'
import { ownValue, textProblems } from '../users/check-body.ts'
import { invalid, type Problem } from '../users/user-problem.ts'
import type { UserRequest, UsersContext } from '../users/users-context.ts'
import { uidOfAction } from './content-actions.ts'
import { describeActions } from './describe-actions.ts'
import { listsFor } from './field-lists.ts'
import { grantedActions } from './granted-actions.ts'
import { changeRoles, type RolesContext } from './role-records.ts'
import { loadRoleAccess, type RoleRights } from './role-rights.ts'

const DONE = '{"ok":true}'

/** `{"permissions":{...}}`: every action, none of them enabled. */
export async function listPermissions({ content }: UsersContext): Promise<string> {
  return JSON.stringify({ permissions: describeActions(content.schema, new Set()) })
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
  const permissions = describeActions(content.schema, actions)
  return JSON.stringify({ role: { ...(JSON.parse(json) as object), permissions } })
}

/** `{"name":"...","description":"...","permissions":{...}}` -> `{"ok":true}`; without a type, it is derived from the name. */
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
  await changeRoles(rolesContext(context), async roles => {
    if ((await roles.all()).some(({ role }) => role.type === type))
      throw invalid([{ path: ['type'], message: 'This attribute must be unique' }])
    const made = await roles.insert({ name, type, description: textOrNull(given.description) })
    await roles.setRights(made, { actions: granted, lists: new Map() })
  })
  return DONE
}

/** Changes name and description, and grants exactly the given permissions. Without any, none are left, as in Strapi. */
export async function changeRole(
  context: UsersContext,
  { body, id: text }: UserRequest & { readonly id: string },
): Promise<string> {
  const given = filledBody(body)
  await changeRoles(rolesContext(context), async roles => {
    const held = await roles.find(entryIdOf(text))
    const granted = grantedActions(ownValue(given, 'permissions'))
    check([...textProblems('name', ownValue(given, 'name'), { min: 1 }), ...optionalText(given, 'description')])
    checkLengths({ name: given.name, description: given.description })
    const names = ['name', 'description'].filter(name => Object.hasOwn(given, name))
    await roles.update(held.role.id, Object.fromEntries(names.map(name => [name, textOrNull(given[name])])))
    await roles.setRights(held, exactly(held.rights, granted))
  })
  return DONE
}

/** When the last right to read or write a type goes, so do the field lists that limited it. */
export function exactly({ actions, lists }: RoleRights, granted: ReadonlySet<string>): RoleRights {
  const touched = new Set([...actions].filter(action => !granted.has(action)).map(uidOfAction))
  const left = [...lists].map(([uid, limited]) => {
    const kept = [...granted].filter(action => uidOfAction(action) === uid)
    return [uid, touched.has(uid) ? listsFor(limited, kept) : limited] as const
  })
  return { actions: granted, lists: new Map(left) }
}

/** Its users get the role `public`, which itself cannot be removed. */
export async function removeRole(context: UsersContext, { id }: { readonly id: string }): Promise<string> {
  await changeRoles(rolesContext(context), async roles => {
    const all = await roles.all()
    const held = await roles.find(entryIdOf(id))
    const open = all.find(({ role }) => role.type === 'public')
    if (open === undefined || held.role.id === open.role.id) throw new PopulusError('publicRoleStays')
    await roles.delete(held, open)
  })
  return DONE
}

function rolesContext({ content: { database, schema }, clock }: UsersContext): RolesContext {
  return { database, schema, clock }
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
