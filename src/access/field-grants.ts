/**
 * The lists of fields that limit a role, in our own table `field_grants(role_id, action, fields)`. The list of what may be
 * read stands at the type's `find`, those of what may be filtered and sorted by at `filter` and `sort`.
 */
import type { FieldUse } from '../plan/access.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { column, type Fragment, join, sql, table, value } from '../sql/fragment.ts'
import type { Row } from '../sql/statement.ts'
import { actionName, READ_ACTIONS, uidOfAction } from './content-actions.ts'
import type { AccessLists } from './make-access.ts'
import { idValue } from './stored-type.ts'

/** Where the list for a use stands; lists at any of these places count. */
const PLACES: Readonly<Record<FieldUse, readonly [string, ...string[]]>> = {
  read: ['find', 'findOne'],
  filter: ['filter'],
  sort: ['sort'],
}

/** The lists of one type; what is absent is not limited. */
export interface TypeLists {
  readonly fields?: readonly string[] | undefined
  readonly filterFields?: readonly string[] | undefined
  readonly sortFields?: readonly string[] | undefined
}

export function fieldGrantsTable(dialect: SqlDialect): Fragment {
  return table('field_grants', dialect.ownSchema)
}

/** Rows `(role_id, action, fields)` of all roles. */
export function selectFieldGrants(dialect: SqlDialect): Fragment {
  const columns = sql`${column('g', 'role_id')}, ${column('g', 'action')}, ${column('g', 'fields')}`
  return sql`select ${columns} from ${fieldGrantsTable(dialect)} as g order by ${column('g', 'role_id')}, ${column('g', 'action')}`
}

/** All lists of a role for one type. */
export function deleteFieldGrants(dialect: SqlDialect, roleId: number, uid: string): Fragment {
  const actions = join(Object.values(PLACES).flatMap(places => places.map(place => value(actionName(uid, place)))))
  return sql`delete from ${fieldGrantsTable(dialect)} where role_id = ${idValue(dialect, roleId)} and action in (${actions})`
}

/** All lists of a role that is no more. */
export function deleteRoleFieldGrants(dialect: SqlDialect, roleId: number): Fragment {
  return sql`delete from ${fieldGrantsTable(dialect)} where role_id = ${idValue(dialect, roleId)}`
}

/** The statements that store the lists of a type, which has none. */
export function insertFieldGrants(
  dialect: SqlDialect,
  roleId: number,
  uid: string,
  { fields, filterFields, sortFields }: TypeLists,
): readonly Fragment[] {
  const insert = (use: FieldUse, names: readonly string[] | undefined): readonly Fragment[] => {
    if (names === undefined) return []
    const action = value(actionName(uid, PLACES[use][0]))
    const values = sql`${idValue(dialect, roleId)}, ${action}, ${value(JSON.stringify(names))}`
    return [sql`insert into ${fieldGrantsTable(dialect)} (role_id, action, fields) values (${values})`]
  }
  return [...insert('read', fields), ...insert('filter', filterFields), ...insert('sort', sortFields)]
}

/** The lists of one role by use and uid. */
export function accessLists(rows: readonly Row[], roleId: number): AccessLists {
  const own = rows.filter(([owner]) => Number(owner) === roleId)
  return { fields: listsFor(own, 'read'), filterFields: listsFor(own, 'filter'), sortFields: listsFor(own, 'sort') }
}

/** Where a type has several, a field must stand in all of them. */
function listsFor(rows: readonly Row[], use: FieldUse): ReadonlyMap<string, ReadonlySet<string>> {
  const lists = new Map<string, ReadonlySet<string>>()
  for (const [, action, fields] of rows) {
    const uid = uidOfAction(String(action))
    if (!PLACES[use].some(place => actionName(uid, place) === action)) continue
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

/** Whether an action is one that lists of fields limit. */
export function isLimited(action: string): boolean {
  return READ_ACTIONS.includes(action.slice(action.lastIndexOf('.') + 1))
}
