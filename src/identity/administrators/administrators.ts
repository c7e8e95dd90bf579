/** The administrators: rows of Strapi's `admin_users` and their roles. */

import type { AdministratorInfo } from '../../admin-api/session-api.ts'
import { ADMIN_UID, type Schema } from '../../schema/schema.ts'
import { column, type Fragment, sql, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import { ADMIN_ROLE, ADMINISTRATOR, idValue, linkOf } from '../records/record-shape.ts'
import { readRows, StoredRows } from '../records/stored-rows.ts'
import type { AdminContext } from './admin-context.ts'

/** Administrators with this role may do everything here. */
export const SUPER_ADMIN = 'strapi-super-admin'

/** An administrator as others may see them: without the password. */
export type Administrator = AdministratorInfo

const ATTRIBUTES = [
  'email',
  'firstname',
  'lastname',
  'username',
  'isActive',
  'blocked',
  'createdAt',
  'updatedAt',
] as const

export function adminRows(dialect: SqlDialect, schema: Schema): StoredRows<typeof ADMINISTRATOR> {
  return new StoredRows(dialect, schema, ADMINISTRATOR)
}

/** Whether the opened database has a table for administrators. */
export function hasAdministrators({ schema }: AdminContext): boolean {
  return (schema.types.get(ADMIN_UID)?.table ?? null) !== null
}

/** Whether they may sign in at all. */
export function isActive({ isActive, blocked }: Administrator): boolean {
  return isActive && !blocked
}

export function isSuperAdmin({ roles }: Administrator): boolean {
  return roles.some(({ code }) => code === SUPER_ADMIN)
}

/** All administrators, the oldest first. */
export async function loadAdministrators({ database, schema }: AdminContext): Promise<readonly Administrator[]> {
  const { dialect } = database
  const statements = administratorStatements(dialect, schema)
  const [administrators = [], roles = []] = await readRows(database, statements)
  return toAdministrators(dialect, schema, administrators, roles)
}

/** The two statements whose rows `toAdministrators` takes; for one administrator if an id is given. */
export function administratorStatements(
  dialect: SqlDialect,
  schema: Schema,
  id?: number,
): readonly [Fragment, Fragment | null] {
  const only = id === undefined ? sql`` : sql`where ${column('t', 'id')} = ${idValue(dialect, id)}`
  const rest = sql`${only} order by ${column('t', 'id')}`
  return [adminRows(dialect, schema).select(ATTRIBUTES, rest), selectRolesOf(dialect, schema)]
}

export function toAdministrators(
  dialect: SqlDialect,
  schema: Schema,
  rows: readonly Row[],
  roles: readonly Row[],
): readonly Administrator[] {
  const held = adminRoleRows(dialect, schema).linkedRecords(['code', 'name'], roles)
  return adminRows(dialect, schema)
    .records(ATTRIBUTES, rows)
    .map(({ createdAt, updatedAt, ...administrator }) =>
      Object.freeze({ ...administrator, roles: held.get(administrator.id) ?? [], createdAt, updatedAt }),
    )
}

export function adminRoleRows(dialect: SqlDialect, schema: Schema): StoredRows<typeof ADMIN_ROLE> {
  return new StoredRows(dialect, schema, ADMIN_ROLE)
}

/** Rows `(admin_id, role_id, code, name)`. */
function selectRolesOf(dialect: SqlDialect, schema: Schema): Fragment | null {
  const link = linkOf(schema, ADMIN_UID, 'roles')
  const rest = sql`order by ${column('t', 'id')}`
  return adminRoleRows(dialect, schema).selectLinked(link, ['code', 'name'], { from: 'child', rest })
}

/** A row `(id, password)` of one administrator, or none. */
export function selectPasswordOf(dialect: SqlDialect, schema: Schema, id: number): Fragment {
  return adminRows(dialect, schema).select(['password'], sql`where ${column('t', 'id')} = ${idValue(dialect, id)}`)
}

/** A row `(id, password)` of the account with this e-mail address, or none. */
export function selectPassword(dialect: SqlDialect, schema: Schema, email: string): Fragment {
  const rows = adminRows(dialect, schema)
  const same = sql`lower(${rows.column('email')}) = ${value(email.toLowerCase())}`
  return rows.select(['password'], sql`where ${same} order by ${column('t', 'id')}`)
}
