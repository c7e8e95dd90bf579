/** The end users as administrators see and change them. The changes themselves are made by `identity/users`. */

import { z } from 'zod'
import type { EndUserInfo } from '../../admin-api/access-api.ts'
import type { Pagination } from '../../admin-api/route-types.ts'
import { PopulusError } from '../../errors.ts'
import type { Caller } from '../../identity/access/authenticate.ts'
import { EVERYTHING } from '../../identity/access/make-access.ts'
import { loadRoles, type Role, roleNamed } from '../../identity/access/role-rights.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import { idValue, linkOf, ROLE, USER } from '../../identity/records/record-shape.ts'
import { readRows, StoredRows } from '../../identity/records/stored-rows.ts'
import { changeUser, createUser, removeUser } from '../../identity/users/manage-users.ts'
import { badInput, checkInput, email, flag, password, text } from '../../input/check-input.ts'
import { USER_UID } from '../../schema/schema.ts'
import { column, type Fragment, join, sql, table, value } from '../../sql/fragment.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import { noSuchName } from '../../util/no-such-name.ts'
import { pageMeta } from '../../util/page-meta.ts'

export type { EndUserInfo } from '../../admin-api/access-api.ts'

export interface EndUserPage {
  readonly users: readonly EndUserInfo[]
  readonly pagination: Pagination
}

const ATTRIBUTES = ['username', 'email', 'provider', 'confirmed', 'blocked', 'createdAt', 'updatedAt'] as const
const ROLE_ATTRIBUTES = ['name', 'type'] as const
const MAX_PAGE_SIZE = 100

const whole = (most: number) =>
  z.coerce
    .number({ error: 'expected a number' })
    .int()
    .min(1)
    .max(most, { error: `expected a number from 1 to ${most}` })
const listInput = z.strictObject({
  page: whole(1_000_000).optional(),
  pageSize: whole(MAX_PAGE_SIZE).optional(),
  /** Part of the username or e-mail address. */
  q: text().optional(),
  role: text().optional(),
  blocked: z.enum(['true', 'false'], { error: 'expected true or false' }).optional(),
})

const userFields = {
  username: text().min(3, { error: 'expected at least 3 characters' }),
  email: email(),
  password: password(),
  /** Type, name or id of a role. */
  role: z.union([text(), z.number().int()], { error: 'expected the type or id of a role' }),
  confirmed: flag(),
  blocked: flag(),
}
const newUser = z.strictObject({
  ...userFields,
  role: userFields.role.optional(),
  confirmed: userFields.confirmed.optional(),
  blocked: userFields.blocked.optional(),
})
const changedUser = z.strictObject(userFields).partial()

/** Administrators are not end users, and have all rights on them. */
const ADMINISTRATION: Caller = Object.freeze({ ...EVERYTHING, userId: null })

export async function listEndUsers(context: AdminContext, input: unknown): Promise<EndUserPage> {
  const { page = 1, pageSize = 25, ...filters } = checkInput(listInput, input)
  const { database } = context
  const rows = new StoredRows(database.dialect, context.schema, USER)
  const where = await conditionOf(context, rows, filters)
  const from = sql`limit ${idValue(database.dialect, pageSize)} offset ${idValue(database.dialect, (page - 1) * pageSize)}`
  const [found = [], roles = [], [count] = []] = await readRows(database, [
    rows.select(ATTRIBUTES, sql`${where} order by ${column('t', 'id')} ${from}`),
    selectRolesOf(context),
    sql`select count(*) from ${rows.table} as t ${where}`,
  ])
  const total = Number(count?.[0] ?? 0)
  const known = roleRows(context).linkedRecords(ROLE_ATTRIBUTES, roles)
  const users = rows.records(ATTRIBUTES, found).map(user => withRole(user, known.get(user.id)?.[0]))
  return { users, pagination: pageMeta({ page, pageSize }, total) }
}

/** The user gets the role of new users unless another is named, and is confirmed unless specified otherwise. */
export async function createEndUser(context: AdminContext, input: unknown): Promise<EndUserInfo> {
  const { role = 'authenticated', ...given } = checkInput(newUser, input)
  const body = { confirmed: true, blocked: false, ...given, role: (await resolveRole(context, String(role))).id }
  const made = await createUser(context.users, { caller: ADMINISTRATION, body })
  return findEndUser(context, JSON.parse(made ?? 'null').id)
}

/**
 * A new password ends the user's tokens. A block, another role and all other changes apply from the next request on.
 */
export async function updateEndUser(context: AdminContext, id: number, input: unknown): Promise<EndUserInfo> {
  const { role, ...given } = checkInput(changedUser, input)
  const body = role === undefined ? given : { ...given, role: (await resolveRole(context, String(role))).id }
  await changeUser(context.users, { caller: ADMINISTRATION, body, id: String(id) })
  return findEndUser(context, id)
}

export async function deleteEndUser(context: AdminContext, id: number): Promise<EndUserInfo> {
  const user = await findEndUser(context, id)
  await removeUser(context.users, { caller: ADMINISTRATION, id: String(id) })
  return user
}

/** Finds a user by username, e-mail address or id. */
export async function resolveEndUser(context: AdminContext, given: string): Promise<EndUserInfo> {
  const { database, schema } = context
  const rows = new StoredRows(database.dialect, schema, USER)
  const named = sql`${rows.column('username')} = ${value(given)} or ${rows.column('email')} = ${value(given.toLowerCase())}`
  const id = idOfText(given)
  const numbered = id === null ? sql`` : sql` or ${column('t', 'id')} = ${idValue(database.dialect, id)}`
  // A username that looks like another user's id still means its owner.
  const best = sql`case when ${rows.column('username')} = ${value(given)} then 0 else 1 end, ${column('t', 'id')}`
  const [[found] = []] = await readRows(database, [rows.select([], sql`where ${named}${numbered} order by ${best}`)])
  if (found === undefined) throw badInput([{ path: [], message: `there is no user ${given}` }])
  return findEndUser(context, Number(found[0]))
}

export async function findEndUser(context: AdminContext, id: number): Promise<EndUserInfo> {
  const rows = new StoredRows(context.database.dialect, context.schema, USER)
  const only = sql`where ${column('t', 'id')} = ${idValue(context.database.dialect, id)}`
  const [found = [], roles = []] = await readRows(context.database, [
    rows.select(ATTRIBUTES, only),
    selectRolesOf(context, id),
  ])
  const [user] = rows.records(ATTRIBUTES, found)
  if (user === undefined) throw new PopulusError('userNotFound')
  return withRole(user, roleRows(context).linkedRecords(ROLE_ATTRIBUTES, roles).get(id)?.[0])
}

function withRole({ createdAt, updatedAt, ...user }: Omit<EndUserInfo, 'role'>, role: Role | undefined): EndUserInfo {
  return { ...user, role: role ?? null, createdAt, updatedAt }
}

interface UserFilters {
  readonly q?: string | undefined
  readonly role?: string | undefined
  readonly blocked?: 'true' | 'false' | undefined
}

async function conditionOf(
  context: AdminContext,
  rows: StoredRows<typeof USER>,
  { q, role, blocked }: UserFilters,
): Promise<Fragment> {
  const { dialect } = context.database
  const conditions: Fragment[] = []
  if (q !== undefined) {
    const pattern = value(`%${q.replace(/[%_\\]/g, '\\$&')}%`)
    const texts = ['username', 'email'].map(attribute => dialect.search(rows.column(attribute), pattern))
    conditions.push(sql`(${join(texts, ' or ')})`)
  }
  if (blocked !== undefined) {
    const wanted = value(dialect.encode('boolean', true))
    const not = blocked === 'true' ? sql`` : sql`not `
    conditions.push(sql`${not}coalesce(${rows.column('blocked')} = ${wanted}, ${wanted} <> ${wanted})`)
  }
  if (role !== undefined) {
    const link = rows.link('role')
    const { id } = await resolveRole(context, role)
    const holders = sql`select ${column('l', link.parentColumn)} from ${table(link.table)} as l where ${column('l', link.childColumn)} = ${idValue(dialect, id)}`
    conditions.push(sql`${column('t', 'id')} in (${holders})`)
  }
  return conditions.length === 0 ? sql`` : sql`where ${join(conditions, ' and ')}`
}

/** Rows `(user_id, role_id, name, type)` of all users, or of one. */
function selectRolesOf(context: AdminContext, userId?: number): Fragment | null {
  const { database, schema } = context
  const link = linkOf(schema, USER_UID, 'role')
  const owned = (owner: string) => sql`where ${column('l', owner)} = ${idValue(database.dialect, userId ?? 0)}`
  const rest = userId === undefined || link === null ? sql`` : owned(link.parentColumn)
  return roleRows(context).selectLinked(link, ROLE_ATTRIBUTES, { from: 'child', rest })
}

function roleRows({ database, schema }: AdminContext): StoredRows<typeof ROLE> {
  return new StoredRows(database.dialect, schema, ROLE)
}

/** Finds a role by type, name or id. */
async function resolveRole({ database, schema }: AdminContext, given: string): Promise<Role> {
  const roles = await loadRoles(database, schema)
  const found = roleNamed(roles, given) ?? roles.find(({ id }) => String(id) === given)
  if (found !== undefined) return found
  const types = roles.map(({ type }) => type)
  throw badInput([{ path: ['role'], message: noSuchName('role', given, types) }])
}
