/** The lists of fields that limit a role's reading, in our own table `field_grants(role_id, action, fields)`. */
import type { SqlDialect } from '../sql/dialect.ts'
import { column, type Fragment, sql, table, value } from '../sql/fragment.ts'
import type { Row } from '../sql/statement.ts'
import { actionName, uidOfAction } from './content-actions.ts'
import { idValue } from './stored-type.ts'

export function fieldGrantsTable(dialect: SqlDialect): Fragment {
  return table('field_grants', dialect.ownSchema)
}

/** Rows `(role_id, action, fields)` of all roles. */
export function selectFieldGrants(dialect: SqlDialect): Fragment {
  const columns = sql`${column('g', 'role_id')}, ${column('g', 'action')}, ${column('g', 'fields')}`
  return sql`select ${columns} from ${fieldGrantsTable(dialect)} as g order by ${column('g', 'role_id')}, ${column('g', 'action')}`
}

/** One list for a role and a type: it stands at the type's `find`. */
export function deleteFieldGrants(dialect: SqlDialect, roleId: number, uid: string): Fragment {
  const actions = sql`${value(actionName(uid, 'find'))}, ${value(actionName(uid, 'findOne'))}`
  return sql`delete from ${fieldGrantsTable(dialect)} where role_id = ${idValue(dialect, roleId)} and action in (${actions})`
}

export function insertFieldGrants(
  dialect: SqlDialect,
  roleId: number,
  uid: string,
  fields: readonly string[],
): Fragment {
  const values = sql`${idValue(dialect, roleId)}, ${value(actionName(uid, 'find'))}, ${value(JSON.stringify(fields))}`
  return sql`insert into ${fieldGrantsTable(dialect)} (role_id, action, fields) values (${values})`
}

/** The lists of one role by uid. Where a type has several, a field must stand in all of them. */
export function fieldLists(rows: readonly Row[], roleId: number): ReadonlyMap<string, ReadonlySet<string>> {
  const lists = new Map<string, ReadonlySet<string>>()
  for (const [owner, action, fields] of rows) {
    if (Number(owner) !== roleId) continue
    const uid = uidOfAction(String(action))
    const known = lists.get(uid)
    lists.set(uid, new Set(parseFields(fields).filter(name => known?.has(name) ?? true)))
  }
  return lists
}

/** A list that cannot be understood grants nothing. */
function parseFields(stored: unknown): readonly string[] {
  try {
    const fields: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored
    return Array.isArray(fields) ? fields.map(String) : []
  } catch {
    return []
  }
}
