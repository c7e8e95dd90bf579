/** Where the opened database stores a built-in type. Older databases lack columns and whole tables. */
import type { LinkTable, Schema } from '../../schema/schema.ts'
import { column, type Fragment, sql, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'

export const PERMISSION_UID = 'plugin::users-permissions.permission'
export const ADMIN_PERMISSION_UID = 'admin::permission'
export const ADMIN_ROLE_UID = 'admin::role'
export const API_TOKEN_UID = 'admin::api-token'
export const API_TOKEN_PERMISSION_UID = 'admin::api-token-permission'

/** The column of a scalar attribute in the table called `alias`; reads as NULL if there is none. */
export function scalarOf(schema: Schema, uid: string, attribute: string, alias: string): Fragment {
  const found = schema.types.get(uid)?.attributes.get(attribute)
  return found?.kind === 'scalar' && found.column !== null ? column(alias, found.column) : sql`null`
}

/** The link table of a relation, seen from the type that has it; `null` if there is none. */
export function linkOf(schema: Schema, uid: string, attribute: string): LinkTable | null {
  const found = schema.types.get(uid)?.attributes.get(attribute)
  return found?.kind === 'relation' && found.link?.kind === 'table' ? found.link : null
}

export function idValue(dialect: SqlDialect, id: number): Fragment {
  return value(dialect.encode('integer', id))
}

/** Milliseconds or seconds since 1970. */
export function epochValue(dialect: SqlDialect, time: number): Fragment {
  return value(dialect.encode('biginteger', time))
}
