/**
 * The lists of fields that limit a role, in our own table `field_grants(role_id, action, fields)`. The list of what may be
 * read stands at the type's `find`, those of what may be filtered and sorted by at `filter` and `sort`, and that of what
 * may be written at `write`.
 */
import type { FieldUse } from '../../plan/access.ts'
import { column, type Fragment, join, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import { idValue } from '../records/stored-type.ts'
import { actionName, READ_ACTIONS, uidOfAction, WRITE_ACTIONS } from './content-actions.ts'
import type { AccessLists } from './make-access.ts'

type ListUse = FieldUse | 'write'

/** Which lists are meant: those that limit reading, or the one that limits writing. */
export type ListKind = 'read' | 'write'
export const LIST_KINDS: readonly ListKind[] = ['read', 'write']

/** Where the list for a use stands; lists at any of these places count. */
const PLACES: Readonly<Record<ListUse, readonly [string, ...string[]]>> = {
  read: ['find', 'findOne'],
  filter: ['filter'],
  sort: ['sort'],
  write: ['write'],
}

const USES: Readonly<Record<ListKind, readonly ListUse[]>> = { read: ['read', 'filter', 'sort'], write: ['write'] }

/** The lists of one type; what is absent is not limited. */
export interface TypeLists {
  readonly fields?: readonly string[] | undefined
  readonly filterFields?: readonly string[] | undefined
  readonly sortFields?: readonly string[] | undefined
  readonly writeFields?: readonly string[] | undefined
}

export function fieldGrantsTable(dialect: SqlDialect): Fragment {
  return table('field_grants', dialect.ownSchema)
}

/** Rows `(role_id, action, fields)` of all roles. */
export function selectFieldGrants(dialect: SqlDialect): Fragment {
  const columns = sql`${column('g', 'role_id')}, ${column('g', 'action')}, ${column('g', 'fields')}`
  return sql`select ${columns} from ${fieldGrantsTable(dialect)} as g order by ${column('g', 'role_id')}, ${column('g', 'action')}`
}

/** The lists of a role for one type. */
export function deleteFieldGrants(
  dialect: SqlDialect,
  roleId: number,
  uid: string,
  kinds: readonly ListKind[] = LIST_KINDS,
): Fragment {
  const places = kinds.flatMap(kind => USES[kind]).flatMap(use => PLACES[use])
  const actions = join(places.map(place => value(actionName(uid, place))))
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
  { fields, filterFields, sortFields, writeFields }: TypeLists,
): readonly Fragment[] {
  const insert = (use: ListUse, names: readonly string[] | undefined): readonly Fragment[] => {
    if (names === undefined) return []
    const action = value(actionName(uid, PLACES[use][0]))
    const values = sql`${idValue(dialect, roleId)}, ${action}, ${value(JSON.stringify(names))}`
    return [sql`insert into ${fieldGrantsTable(dialect)} (role_id, action, fields) values (${values})`]
  }
  return [
    ...insert('read', fields),
    ...insert('filter', filterFields),
    ...insert('sort', sortFields),
    ...insert('write', writeFields),
  ]
}

/** The lists of one role by use and uid. */
export function accessLists(rows: readonly Row[], roleId: number): AccessLists {
  const own = rows.filter(([owner]) => Number(owner) === roleId)
  return {
    fields: listsFor(own, 'read'),
    filterFields: listsFor(own, 'filter'),
    sortFields: listsFor(own, 'sort'),
    writeFields: listsFor(own, 'write'),
  }
}

/** Where a type has several, a field must stand in all of them. */
function listsFor(rows: readonly Row[], use: ListUse): ReadonlyMap<string, ReadonlySet<string>> {
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

/** Which lists of fields limit an action: `limitOf('api::article.article.find')` is `read`. */
export function limitOf(action: string): ListKind | null {
  const name = action.slice(action.lastIndexOf('.') + 1)
  if (READ_ACTIONS.includes(name)) return 'read'
  return WRITE_ACTIONS.includes(name) ? 'write' : null
}

/** The kinds of lists that some of the actions are limited by. */
export function limitsOf(actions: Iterable<string>): ReadonlySet<ListKind> {
  return new Set([...actions].flatMap(action => limitOf(action) ?? []))
}
