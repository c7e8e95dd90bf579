/** Lists, creates, renames and deletes the roles of end users. */
import { z } from 'zod'
import { PopulusError } from '../../errors.ts'
import { removeRole } from '../../identity/access/manage-roles.ts'
import { changeRoles } from '../../identity/access/role-records.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { readRows } from '../../identity/records/read-rows.ts'
import { ROLE } from '../../identity/records/record-shape.ts'
import { StoredRows } from '../../identity/records/stored-rows.ts'
import { linkOf } from '../../identity/records/stored-type.ts'
import { checkInput, text } from '../../input/check-input.ts'
import { USER_UID } from '../../schema/schema.ts'
import { column, type Fragment, name, sql, table } from '../../sql/fragment.ts'

export interface UserRole {
  readonly id: number
  readonly name: string
  readonly description: string | null
  /** The name that code uses: `public`. */
  readonly type: string
  /** How many users have this role. */
  readonly users: number
}

const ATTRIBUTES = ['name', 'description', 'type'] as const
const description = z.string({ error: 'expected a text' }).max(255, { error: 'expected at most 255 characters' })
const name3 = text().min(3, { error: 'expected at least 3 characters' })
const newRole = z.strictObject({
  name: name3,
  description: description.optional(),
  type: text()
    .regex(/^[a-z0-9_-]+$/, { error: 'expected small letters, digits, - and _' })
    .optional(),
})
const changedRole = z.strictObject({ name: name3.optional(), description: description.optional() })

export async function listRoles(context: AdminContext): Promise<readonly UserRole[]> {
  const [roles = [], counts = []] = await readRows(context.database, statements(context))
  const numbers = new Map(counts.map(([id, count]) => [Number(id), Number(count)]))
  return stored(context)
    .records(ATTRIBUTES, roles)
    .map(({ id, name, description, type }) => ({ id, name, description, type, users: numbers.get(id) ?? 0 }))
}

export async function findRole(context: AdminContext, id: number): Promise<UserRole> {
  const found = (await listRoles(context)).find(role => role.id === id)
  if (found === undefined) throw new PopulusError('roleNotFound')
  return found
}

/**
 * If no type is given, it is derived from the name: `Site editors` becomes `site-editors`. The role has no grants yet.
 */
export async function createRole(context: AdminContext, input: unknown): Promise<UserRole> {
  const given = checkInput(newRole, input)
  const type =
    given.type ??
    (given.name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') ||
      'role')
  const made = await changeRoles(context, async roles => {
    if ((await roles.all()).some(({ role }) => role.type === type))
      throw new PopulusError('taken', { what: `a role of the type ${type}` })
    return roles.insert({ name: given.name, description: given.description ?? '', type })
  })
  return findRole(context, made.role.id)
}

/** The type stays, because code and settings identify the role by it. */
export async function updateRole(context: AdminContext, id: number, input: unknown): Promise<UserRole> {
  const values = checkInput(changedRole, input)
  await changeRoles(context, async roles => {
    const { role } = await roles.find(id)
    await roles.update(role.id, values)
  })
  return findRole(context, id)
}

/** Why a role cannot be deleted. */
const NEEDED: Readonly<Record<string, string>> = {
  public: 'it is that of everybody',
  authenticated: 'it is that of new users',
}

/** The role's users get the role `public`, as in Strapi. Roles that the server itself needs cannot be deleted. */
export async function deleteRole(context: AdminContext, id: number): Promise<UserRole> {
  const role = await findRole(context, id)
  const reason = NEEDED[role.type]
  if (reason !== undefined) throw new PopulusError('roleNeeded', { role: role.type, reason })
  await removeRole(context.users, { id: String(id) })
  return role
}

function stored({ database, schema }: AdminContext): StoredRows<typeof ROLE> {
  return new StoredRows(database.dialect, schema, ROLE)
}

function statements(context: AdminContext): readonly (Fragment | null)[] {
  const link = linkOf(context.schema, USER_UID, 'role')
  const roles = stored(context).select(ATTRIBUTES, sql`order by ${column('t', 'id')}`)
  if (link === null) return [roles, null]
  const child = name(link.childColumn)
  return [roles, sql`select ${child}, count(*) from ${table(link.table)} group by ${child}`]
}
