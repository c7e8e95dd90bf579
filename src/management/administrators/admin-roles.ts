/** Lists, creates, changes and deletes the roles of administrators. The role Super Admin stays as it is. */
import { z } from 'zod'
import type { AdminRoleInfo, AdminRoleRights } from '../../admin-api/access-api.ts'
import { PopulusError } from '../../errors.ts'
import type { AdminContext } from '../../identity/administrators/admin-context.ts'
import {
  type Administrator,
  adminRoleRows,
  loadAdministrators,
  SUPER_ADMIN,
} from '../../identity/administrators/administrators.ts'
import { changeRights, type Run } from '../../identity/records/change-rights.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { checkInput, text } from '../../input/check-input.ts'
import { snakeCase } from '../../schema/snake-case.ts'
import { column, type Fragment, sql } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import { loadPermissions } from '../rights/admin-permissions.ts'
import { currentAdministrators } from './manage-administrators.ts'
import { permissionList, removePermissions, setPermissions } from './role-permissions.ts'

const ATTRIBUTES = ['code', 'name', 'description'] as const

const description = z.string({ error: 'expected a string' }).max(255, { error: 'expected at most 255 characters' })
const newRole = z.strictObject({ name: text(), description: description.optional() })
const changedRole = newRole.partial().extend({ permissions: permissionList().optional() })

/** The roles that an administrator may have. */
export async function listAdminRoles(context: AdminContext): Promise<readonly AdminRoleInfo[]> {
  const [rows = []] = await readRows(context.database, [selectRoles(context)])
  return toRoles(context, rows, await loadAdministrators(context))
}

/** All of them as the transaction sees them. */
async function currentRoles(context: AdminContext, run: Run): Promise<readonly AdminRoleInfo[]> {
  const rows = await run(selectRoles(context))
  return toRoles(context, rows, await currentAdministrators(context, run))
}

function selectRoles({ database, schema }: AdminContext): Fragment {
  return adminRoleRows(database.dialect, schema).select(ATTRIBUTES, sql`order by ${column('t', 'id')}`)
}

function toRoles(
  { database, schema }: AdminContext,
  rows: readonly Row[],
  people: readonly Administrator[],
): readonly AdminRoleInfo[] {
  const holders = (id: number) => people.filter(({ roles }) => roles.some(role => role.id === id)).length
  const stored = adminRoleRows(database.dialect, schema).records(ATTRIBUTES, rows)
  return stored.map(role => ({ ...role, users: holders(role.id) }))
}

/** Throws `notFound`. */
export async function findAdminRole(context: AdminContext, id: number): Promise<AdminRoleRights> {
  const role = findIn(await listAdminRoles(context), id)
  const stored = await loadPermissions(context, [id])
  const permissions = stored.map(({ action, subject, fields, locales, conditions }) => ({
    ...{ action, subject, fields, locales, conditions },
  }))
  return { ...role, permissions }
}

/** It may do nothing yet. */
export async function createAdminRole(context: AdminContext, input: unknown): Promise<AdminRoleRights> {
  const { name, description = '' } = checkInput(newRole, input)
  const now = context.clock()
  // As Strapi does it: roles whose names differ only in signs get codes of their own.
  const code = `${snakeCase(name.toLowerCase()).replaceAll('_', '-') || 'role'}-${now.toString(36)}`
  const id = await changeRights(context, async run => {
    checkFree(await currentRoles(context, run), name, null)
    return adminRoleRows(context.database.dialect, context.schema).insert(
      run,
      { name, description, code },
      new Date(now),
    )
  })
  return findAdminRole(context, id)
}

export async function updateAdminRole(context: AdminContext, id: number, input: unknown): Promise<AdminRoleRights> {
  await findChangeable(context, id)
  const { permissions, ...values } = checkInput(changedRole, input)
  const { dialect } = context.database
  await changeRights(context, async run => {
    if (values.name !== undefined) checkFree(await currentRoles(context, run), values.name, id)
    const now = new Date(context.clock())
    if (!(await adminRoleRows(dialect, context.schema).update(run, id, values, { now })))
      throw new PopulusError('notFound')
    if (permissions !== undefined) await setPermissions(context, run, { id, now }, permissions)
  })
  return findAdminRole(context, id)
}

export async function deleteAdminRole(context: AdminContext, id: number): Promise<AdminRoleInfo> {
  const role = await findChangeable(context, id)
  await changeRights(context, async run => {
    const { users } = findIn(await currentRoles(context, run), id)
    if (users > 0) throw new PopulusError('roleNeeded', { role: role.code, reason: heldBy(users) })
    await removePermissions(context, run, id)
    await adminRoleRows(context.database.dialect, context.schema).delete(run, id)
  })
  return role
}

function findIn(roles: readonly AdminRoleInfo[], id: number): AdminRoleInfo {
  const found = roles.find(role => role.id === id)
  if (found === undefined) throw new PopulusError('notFound')
  return found
}

async function findChangeable(context: AdminContext, id: number): Promise<AdminRoleInfo> {
  const role = findIn(await listAdminRoles(context), id)
  if (role.code === SUPER_ADMIN) throw new PopulusError('superRoleStays')
  return role
}

function checkFree(roles: readonly AdminRoleInfo[], name: string, own: number | null): void {
  const wanted = name.toLowerCase()
  const taken = roles.some(role => role.id !== own && role.name.toLowerCase() === wanted)
  if (taken) throw new PopulusError('taken', { what: `a role with the name ${name.slice(0, 100)}` })
}

function heldBy(users: number): string {
  return users === 1 ? '1 administrator has it' : `${users} administrators have it`
}
