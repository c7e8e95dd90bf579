/** Changes of published entries that wait to be published, in Populus' own store. */

import type { EntryInput } from '../../admin-api/content-api.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { epochValue, idValue } from '../../identity/records/record-shape.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { coversPath } from '../../plan/placed-model.ts'
import { PENDING_TABLE } from '../../schema/own-table-names.ts'
import { isPlainObject } from '../../schema/rules/rule.ts'
import type { Model, Schema } from '../../schema/schema.ts'
import { type Fragment, join, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { Database } from '../../storage/database.ts'
import type { ManagedType } from './managed-type.ts'

export interface StoredPending {
  readonly id: number
  readonly data: EntryInput
  readonly adminId: number
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

interface Place {
  readonly uid: string
  readonly id: number
}

export function selectPending(dialect: SqlDialect, uid: string, ids: readonly number[]): Fragment {
  return sql`
    select entry_id, changes, admin_id, saved_at from ${pending(dialect)}
    where uid = ${value(uid)} and entry_id in (${join(ids.map(id => idValue(dialect, id)))})`
}

/** A statement names so many entries. */
const MOST_NAMED = 1000

/** Rows `(entry_id)` of those of some entries that have pending changes; if there are very many, of all that have. */
export function selectPendingIds(dialect: SqlDialect, uid: string, ids: readonly number[]): Fragment {
  const named = sql` and entry_id in (${join(ids.map(id => idValue(dialect, id)))})`
  return sql`
    select entry_id from ${pending(dialect)} where uid = ${value(uid)}${ids.length > MOST_NAMED ? sql`` : named}`
}

/** Rows `(uid, entry_id, saved_at)` of the changes that were saved last; `where` is a condition on the rows of `p`. */
export function selectLastPending(dialect: SqlDialect, where: Fragment, most: number): Fragment {
  return sql`
    select uid, entry_id, saved_at from ${pending(dialect)} as p where ${where}
    order by saved_at desc limit ${value(most)}`
}

export function toPending([id, changes, adminId, savedAt]: Row): StoredPending {
  return {
    id: Number(id),
    data: JSON.parse(String(changes)) as EntryInput,
    adminId: Number(adminId),
    savedAt: Number(savedAt),
  }
}

/** Without fields that the person may not read. */
export function readablePending(
  schema: Schema,
  { type, grant: { fields } }: Pick<ManagedType, 'type' | 'grant'>,
  pending: StoredPending,
): StoredPending {
  return fields === null ? pending : { ...pending, data: covered(schema, type, pending.data, fields, '') }
}

function covered(
  schema: Schema,
  model: Model,
  values: EntryInput,
  fields: ReadonlySet<string>,
  path: string,
): EntryInput {
  const open = Object.entries(values).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`
    const attribute = model.attributes.get(name)
    if (attribute !== undefined && !coversPath(fields, at)) return []
    if (attribute?.kind !== 'component' && attribute?.kind !== 'zone') return [[name, value] as const]
    const inside = (item: unknown) => {
      if (!isPlainObject(item)) return item
      const part = schema.components.get(attribute.kind === 'zone' ? String(item.__component) : attribute.target)
      return part === undefined ? item : covered(schema, part, item as EntryInput, fields, at)
    }
    return [[name, Array.isArray(value) ? value.map(inside) : inside(value)] as const]
  })
  return Object.fromEntries(open) as EntryInput
}

/** By id, as they are now. */
export async function findPending(
  database: Database,
  uid: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredPending>> {
  const [rows = []] = await readRows(database, [selectPending(database.dialect, uid, ids)])
  return byId(rows)
}

/** Inside a write. */
export async function pendingIn(scope: WriteScope, uid: string, id: number): Promise<StoredPending | undefined> {
  return (await allPendingIn(scope, uid, [id])).get(id)
}

/** By id. */
export async function allPendingIn(
  scope: WriteScope,
  uid: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredPending>> {
  const rows = await scope.ask(selectPending(scope.dialect, uid, ids))
  return byId(rows)
}

function byId(rows: readonly Row[]): ReadonlyMap<number, StoredPending> {
  return new Map(rows.map(toPending).map(pending => [pending.id, pending]))
}

export function storePending(
  dialect: SqlDialect,
  { uid, id }: Place,
  { data, adminId, savedAt }: Omit<StoredPending, 'id'>,
): Fragment {
  return sql`
    insert into ${pending(dialect)} (uid, entry_id, changes, admin_id, saved_at)
    values (${value(uid)}, ${idValue(dialect, id)}, ${value(JSON.stringify(data))}, ${idValue(dialect, adminId)},
      ${epochValue(dialect, savedAt)})
    on conflict (uid, entry_id) do update set changes = excluded.changes, admin_id = excluded.admin_id,
      saved_at = excluded.saved_at`
}

export function deletePending(dialect: SqlDialect, { uid, id }: Place): Fragment {
  return sql`delete from ${pending(dialect)} where uid = ${value(uid)} and entry_id = ${idValue(dialect, id)}`
}

function pending({ ownSchema }: SqlDialect): Fragment {
  return table(PENDING_TABLE, ownSchema)
}
