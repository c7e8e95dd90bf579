/** What the roles of administrators are granted, as Strapi stores it in `admin_permissions`. */
import { ADMIN_PERMISSION, idValue, linkOf } from '../../identity/records/record-shape.ts'
import { readRows, StoredRows } from '../../identity/records/stored-rows.ts'
import { isObject } from '../../schema/json-value.ts'
import type { Schema } from '../../schema/schema.ts'
import { column, type Fragment, join, sql } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { Database } from '../../storage/database.ts'

export interface AdminPermission {
  /** `plugin::content-manager.explorer.read` */
  readonly action: string
  /** The uid of a content type; `null` for actions without one. */
  readonly subject: string | null
  /** `null`: no list, so all fields. */
  readonly fields: readonly string[] | null
  readonly locales: readonly string[] | null
  readonly conditions: readonly string[]
}

const ATTRIBUTES = ['action', 'subject', 'properties', 'conditions'] as const

export interface StoredPermission extends AdminPermission {
  readonly id: number
}

export async function loadPermissions(
  { database, schema }: { readonly database: Database; readonly schema: Schema },
  roles: readonly number[],
): Promise<readonly StoredPermission[]> {
  const { dialect } = database
  const [rows = []] = await readRows(database, [selectPermissions(dialect, schema, roles)])
  return toPermissions(dialect, schema, rows)
}

/** `null` if there are none. */
export function selectPermissions(dialect: SqlDialect, schema: Schema, roles: readonly number[]): Fragment | null {
  const link = linkOf(schema, ADMIN_PERMISSION.uid, 'role')
  if (roles.length === 0 || link === null) return null
  const wanted = sql`${column('l', link.childColumn)} in (${join(roles.map(id => idValue(dialect, id)))})`
  const rest = sql`where ${wanted} order by ${column('t', 'id')}`
  return new StoredRows(dialect, schema, ADMIN_PERMISSION).selectLinked(link, ATTRIBUTES, { from: 'parent', rest })
}

/** A value that cannot be parsed grants no more than an empty one. */
export function toPermissions(dialect: SqlDialect, schema: Schema, rows: readonly Row[]): readonly StoredPermission[] {
  const stored = new StoredRows(dialect, schema, ADMIN_PERMISSION)
  const found = rows.flatMap(([, ...row]) => stored.records(ATTRIBUTES, [row]))
  return found.map(({ id, action, subject, properties, conditions }) => {
    const { fields, locales } = isObject(properties) ? properties : {}
    return Object.freeze({
      id,
      action,
      subject,
      fields: textsOf(fields),
      locales: textsOf(locales),
      conditions: textsOf(conditions) ?? [],
    })
  })
}

function textsOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : null
}
