/** Which entries of a list have changes that wait to be published, as far as the person may read them. */
import { readRows } from '../../identity/records/stored-rows.ts'
import type { RecordedCondition } from '../../plan/read/conditions/condition.ts'
import { PENDING_TABLE } from '../../schema/own-table-names.ts'
import type { ListRequest } from '../entries/list-query.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { readablePending, selectAllPending, selectPending, selectPendingIds, toPending } from './pending-changes.ts'

/** Those of the entries that have such changes. */
export async function pendingAmong(
  { database, schema }: ManagementContext,
  managed: ManagedType,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { type, grant } = managed
  if (!type.draftAndPublish || ids.length === 0) return new Set()
  const select = grant.fields === null ? selectPendingIds : selectPending
  const [rows = []] = await readRows(database, [select(database.dialect, type.uid, ids)])
  const shown = grant.fields === null ? rows : rows.filter(row => readablePending(schema, managed, toPending(row)))
  return new Set(shown.map(([id]) => Number(id)))
}

/** The condition on entries of a status. They are `modified` if they have such changes. */
export async function pendingOnly(
  context: ManagementContext,
  managed: ManagedType,
  status: ListRequest['status'],
): Promise<readonly RecordedCondition[]> {
  const { uid, draftAndPublish } = managed.type
  if (status === null || status === 'draft' || !draftAndPublish) return []
  const except = await hiddenPending(context, managed)
  const own = { kind: 'recorded', table: PENDING_TABLE, uid, having: null } as const
  return [{ ...own, ...(except.length === 0 ? {} : { except }), negated: status === 'published' }]
}

/** A statement names so many ids. */
const MOST_HIDDEN = 10_000

/** The ids of entries whose pending changes are all in fields that the person may not read. */
async function hiddenPending(
  { database, schema }: ManagementContext,
  managed: ManagedType,
): Promise<readonly number[]> {
  if (managed.grant.fields === null) return []
  const [rows = []] = await readRows(database, [selectAllPending(database.dialect, managed.type.uid)])
  const hidden = rows.map(toPending).filter(pending => readablePending(schema, managed, pending) === undefined)
  return hidden.map(({ id }) => id).slice(0, MOST_HIDDEN)
}
