/** Lists, creates, changes and deletes the roles of end users, for the panel, the API and the command line. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import { changeRoles, type RolesContext } from '../../identity/access/role-records.ts'
import { exactly } from '../../identity/access/role-rights.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { linkOf, ROLE } from '../../identity/records/record-shape.ts'
import { readRows, StoredRows } from '../../identity/records/stored-rows.ts'
import { checkInput, text } from '../../input/check-input.ts'
import { USER_UID } from '../../schema/schema.ts'
import { snakeCase } from '../../schema/snake-case.ts'
import { column, name, sql, table } from '../../sql/fragment.ts'

export interface UserRole {
  readonly id: number
  readonly name: string
  readonly description: string | null
  /** The name that code uses: `public`. */
  readonly type: string
  /** How many users have this role. */
  readonly users: number
}

export interface RoleValues {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  /** Exactly these actions are granted. Without it, the rights stay as they are. */
  readonly actions?: ReadonlySet<string>
}

type NewRole = RoleValues & { readonly name: string; readonly type?: string | undefined }

/** Returns the id, or `null` if there is already a role of this type. */
export function addRole(
  context: RolesContext,
  { name, description = null, type = typeFor(name), actions = new Set() }: NewRole,
): Promise<number | null> {
  return changeRoles(context, async roles => {
    if ((await roles.all()).some(({ role }) => role.type === type)) return null
    const made = await roles.insert({ name, type, description })
    await roles.setRights(made, { actions, lists: new Map() })
    return made.role.id
  })
}

/** `Site editors` becomes `site_editors`, as in Strapi. */
const typeFor = (name: string): string => snakeCase(name.toLowerCase()) || 'role'

/** The type stays, because code and settings identify the role by it. Calls `wanted` once the role is known to exist. */
export function changeRole(context: RolesContext, id: number | null, wanted: () => RoleValues): Promise<void> {
  return changeRoles(context, async roles => {
    const held = await roles.find(id)
    const { actions, ...values } = wanted()
    await roles.update(held.role.id, values)
    if (actions !== undefined) await roles.setRights(held, exactly(held.rights, actions))
  })
}

/** Its users get the role `public`, which itself cannot be removed. */
export function removeRole(context: RolesContext, id: number | null): Promise<void> {
  return changeRoles(context, async roles => {
    const held = await roles.find(id)
    const open = (await roles.all()).find(({ role }) => role.type === 'public')
    if (open === undefined || held.role.id === open.role.id) throw new PopulusError('publicRoleStays')
    await roles.delete(held, open)
  })
}

/** By the id of the role. Roles without users are missing. */
export async function countUsers({ database, schema }: RolesContext): Promise<ReadonlyMap<number, number>> {
  const link = linkOf(schema, USER_UID, 'role')
  if (link === null) return new Map()
  const role = name(link.childColumn)
  const counts = sql`select ${role}, count(*) from ${table(link.table)} group by ${role}`
  const [rows = []] = await readRows(database, [counts])
  return new Map(rows.map(([id, count]) => [Number(id), Number(count)]))
}

const ATTRIBUTES = ['name', 'description', 'type'] as const

export async function listRoles(context: AdminContext): Promise<readonly UserRole[]> {
  const stored = new StoredRows(context.database.dialect, context.schema, ROLE)
  const [rows = []] = await readRows(context.database, [stored.select(ATTRIBUTES, sql`order by ${column('t', 'id')}`)])
  const counts = await countUsers(context)
  return stored.records(ATTRIBUTES, rows).map(role => ({ ...role, users: counts.get(role.id) ?? 0 }))
}

export async function findRole(context: AdminContext, id: number): Promise<UserRole> {
  const found = (await listRoles(context)).find(role => role.id === id)
  if (found === undefined) throw new PopulusError('roleNotFound')
  return found
}

const description = z.string({ error: 'expected a string' }).max(255, { error: 'expected at most 255 characters' })
const longName = text().min(3, { error: 'expected at least 3 characters' })
const newRole = z.strictObject({
  name: longName,
  description: description.optional(),
  type: text()
    .regex(/^[a-z0-9_-]+$/, { error: 'expected lower-case letters, digits, hyphens and underscores' })
    .optional(),
})
const changedRole = z.strictObject({ name: longName.optional(), description: description.optional() })

/** The role has no grants yet. */
export async function createRole(context: AdminContext, input: unknown): Promise<UserRole> {
  const { name, description = '', type = typeFor(name) } = checkInput(newRole, input)
  const id = await addRole(context, { name, description, type })
  if (id === null) throw new PopulusError('taken', { what: `a role of the type ${type}` })
  return findRole(context, id)
}

export async function updateRole(context: AdminContext, id: number, input: unknown): Promise<UserRole> {
  const values = checkInput(changedRole, input)
  await changeRole(context, id, () => values)
  return findRole(context, id)
}

/** Why a role cannot be deleted. */
const NEEDED: Readonly<Record<string, string>> = {
  public: 'everyone without another role has it',
  authenticated: 'new users get it',
}

/** Roles that the server itself needs cannot be deleted. */
export async function deleteRole(context: AdminContext, id: number): Promise<UserRole> {
  const role = await findRole(context, id)
  const reason = NEEDED[role.type]
  if (reason !== undefined) throw new PopulusError('roleNeeded', { role: role.type, reason })
  await removeRole(context, id)
  return role
}
