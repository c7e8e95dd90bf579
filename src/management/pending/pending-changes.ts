/** Changes of published entries that wait to be published, in Populus' own store. */

import type { EntryInput, EntryValues } from '../../admin-api/content-api.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { epochValue, idValue } from '../../identity/records/record-shape.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { PENDING_TABLE } from '../../schema/own-table-names.ts'
import type { Schema } from '../../schema/schema.ts'
import { type Fragment, join, sql, table, value } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Row } from '../../sql/statement.ts'
import type { Database } from '../../storage/database.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import { coveredPending } from './split-pending.ts'

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

/** All of a type, as `selectPending` gives them. */
export function selectAllPending(dialect: SqlDialect, uid: string): Fragment {
  return sql`select entry_id, changes, admin_id, saved_at from ${pending(dialect)} where uid = ${value(uid)}`
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

/**
 * Without fields that the person may not read; `undefined` if nothing else is left. `values` is the entry as it is stored, as far as the
 * person may read it.
 */
export function readablePending(
  schema: Schema,
  { type, grant: { fields } }: Pick<ManagedType, 'type' | 'grant'>,
  pending: StoredPending,
  values?: EntryValues,
): StoredPending | undefined {
  const data = coveredPending(type, pending.data, { schema, fields, values })
  return Object.keys(data).length === 0 ? undefined : { ...pending, data }
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
