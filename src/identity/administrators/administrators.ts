/** Who may administrate: rows of Strapi's `admin_users` and their roles. */

import { ADMIN_UID, type Schema } from '../../schema/schema.ts'
import { column, type Fragment, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import { readRows } from '../access/read-rows.ts'
import { idValue, linkOf } from '../access/stored-type.ts'
import type { AdminContext } from './admin-context.ts'
import { StoredRows } from './stored-rows.ts'

export const ADMIN_ROLE_UID = 'admin::role'

/** The role whose holders may do everything here. */
export const SUPER_ADMIN = 'strapi-super-admin'

export interface AdminRole {
  readonly id: number
  readonly code: string
  readonly name: string
}

/** An administrator as others may see them: without the password. */
export interface Administrator {
  readonly id: number
  readonly email: string
  readonly firstname: string | null
  readonly lastname: string | null
  readonly username: string | null
  readonly isActive: boolean
  readonly blocked: boolean
  readonly roles: readonly AdminRole[]
  readonly createdAt: string | null
  readonly updatedAt: string | null
}

const ATTRIBUTES = ['email', 'firstname', 'lastname', 'username', 'isActive', 'blocked', 'createdAt', 'updatedAt']

export function adminRows(dialect: SqlDialect, schema: Schema): StoredRows {
  return new StoredRows(dialect, schema, ADMIN_UID)
}

/** Whether they may come in at all. */
export function isActive({ isActive, blocked }: Administrator): boolean {
  return isActive && !blocked
}

export function isSuperAdmin({ roles }: Administrator): boolean {
  return roles.some(({ code }) => code === SUPER_ADMIN)
}

/** All of them, the oldest first. */
export async function loadAdministrators({ database, schema }: AdminContext): Promise<readonly Administrator[]> {
  const { dialect } = database
  const statements = administratorStatements(dialect, schema)
  const [administrators = [], roles = []] = await readRows(database, statements)
  return toAdministrators(dialect, schema, administrators, roles)
}

/** The two statements whose rows `toAdministrators` takes; of one administrator when an id is given. */
export function administratorStatements(
  dialect: SqlDialect,
  schema: Schema,
  id?: number,
): readonly [Fragment, Fragment | null] {
  const only = id === undefined ? sql`` : sql`where ${column('t', 'id')} = ${idValue(dialect, id)}`
  const rest = sql`${only} order by ${column('t', 'id')}`
  return [adminRows(dialect, schema).select(ATTRIBUTES, rest), selectRolesOf(schema)]
}

export function toAdministrators(
  dialect: SqlDialect,
  schema: Schema,
  rows: readonly Row[],
  roles: readonly Row[],
): readonly Administrator[] {
  return adminRows(dialect, schema)
    .records<Administrator>(ATTRIBUTES, rows)
    .map(administrator =>
      Object.freeze({
        id: administrator.id,
        email: administrator.email ?? '',
        firstname: administrator.firstname,
        lastname: administrator.lastname,
        username: administrator.username,
        isActive: administrator.isActive === true,
        blocked: administrator.blocked === true,
        roles: roles
          .filter(([owner]) => Number(owner) === administrator.id)
          .map(([, id, code, name]) => ({ id: Number(id), code: String(code), name: String(name ?? '') })),
        createdAt: administrator.createdAt,
        updatedAt: administrator.updatedAt,
      }),
    )
}

/** Rows `(admin_id, role_id, code, name)`. */
function selectRolesOf(schema: Schema): Fragment | null {
  const link = linkOf(schema, ADMIN_UID, 'roles')
  const roles = schema.types.get(ADMIN_ROLE_UID)?.table ?? null
  if (link === null || roles === null) return null
  const columns = sql`${column('l', link.parentColumn)}, ${column('r', 'id')}, ${column('r', 'code')}, ${column('r', 'name')}`
  const joined = sql`${table(link.table)} as l join ${table(roles)} as r on ${column('r', 'id')} = ${column('l', link.childColumn)}`
  return sql`select ${columns} from ${joined} order by ${column('r', 'id')}`
}

/** A row `(id, password)` of the account with this e-mail address, or none. */
export function selectPassword(dialect: SqlDialect, schema: Schema, email: string): Fragment {
  const rows = adminRows(dialect, schema)
  const same = sql`lower(${rows.column('email')}) = ${value(email.toLowerCase())}`
  return rows.select(['password'], sql`where ${same} order by ${column('t', 'id')}`)
}
