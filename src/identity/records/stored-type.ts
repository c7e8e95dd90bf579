/** Where a built-in type is stored, as far as the opened database has it: older databases lack columns and whole tables. */
import type { LinkTable, Schema } from '../../schema/schema.ts'
import { column, type Fragment, sql, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'

export const PERMISSION_UID = 'plugin::users-permissions.permission'
export const ADMIN_ROLE_UID = 'admin::role'
export const API_TOKEN_UID = 'admin::api-token'
export const API_TOKEN_PERMISSION_UID = 'admin::api-token-permission'

/** The column of a scalar attribute of the table called `alias`; reads as NULL where there is none. */
export function scalarOf(schema: Schema, uid: string, attribute: string, alias: string): Fragment {
  const found = schema.types.get(uid)?.attributes.get(attribute)
  return found?.kind === 'scalar' && found.column !== null ? column(alias, found.column) : sql`null`
}

/** The link table of a relation, seen from the type that has it; `null` where there is none. */
export function linkOf(schema: Schema, uid: string, attribute: string): LinkTable | null {
  const found = schema.types.get(uid)?.attributes.get(attribute)
  return found?.kind === 'relation' && found.link?.kind === 'table' ? found.link : null
}

/** An id as a bound value. */
export function idValue(dialect: SqlDialect, id: number): Fragment {
  return value(dialect.encode('integer', id))
}
