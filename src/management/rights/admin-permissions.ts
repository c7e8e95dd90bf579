/** What the roles of administrators are granted, as Strapi stores it in `admin_permissions`. */
import { readRows } from '../../identity/records/read-rows.ts'
import {
  idValue,
  linkOf,
  ADMIN_PERMISSION_UID as PERMISSION_UID,
  scalarOf,
} from '../../identity/records/stored-type.ts'
import type { Schema } from '../../schema/schema.ts'
import { column, join, sql, table } from '../../sql/fragment.ts'
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

export async function loadPermissions(
  { database, schema }: { readonly database: Database; readonly schema: Schema },
  roles: readonly number[],
): Promise<readonly AdminPermission[]> {
  const stored = schema.types.get(PERMISSION_UID)?.table ?? null
  const link = linkOf(schema, PERMISSION_UID, 'role')
  if (roles.length === 0 || stored === null || link === null) return []
  const { dialect } = database
  const shown = ['action', 'subject', 'properties', 'conditions'].map(name =>
    scalarOf(schema, PERMISSION_UID, name, 'p'),
  )
  const joined = sql`${table(stored)} as p join ${table(link.table)} as l on ${column('l', link.parentColumn)} = ${column('p', 'id')}`
  const wanted = sql`${column('l', link.childColumn)} in (${join(roles.map(id => idValue(dialect, id)))})`
  const [rows = []] = await readRows(database, [
    sql`select ${join(shown)} from ${joined} where ${wanted} order by ${column('p', 'id')}`,
  ])
  return rows.map(([action, subject, properties, conditions]) => {
    const { fields, locales } = objectOf(properties)
    return Object.freeze({
      action: String(action),
      subject: typeof subject === 'string' ? subject : null,
      fields: textsOf(fields),
      locales: textsOf(locales),
      conditions: textsOf(parsed(conditions)) ?? [],
    })
  })
}

/** Drivers return JSON as a string or as its value. A value that cannot be parsed grants no more than an empty one. */
function parsed(stored: unknown): unknown {
  if (typeof stored !== 'string') return stored
  try {
    return JSON.parse(stored)
  } catch {
    return null
  }
}

function objectOf(stored: unknown): Readonly<Record<string, unknown>> {
  const value = parsed(stored)
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function textsOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : null
}
