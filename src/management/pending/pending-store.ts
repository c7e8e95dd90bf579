/** Pending changes of fields that a person may not change stay as they are, whatever the person does with their own. */
import type { EntryInput } from '../../admin-api/content-api.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { type ManagedType, unlimited } from '../entries/managed-type.ts'
import { entryReader } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import type { ActionGrant } from '../rights/admin-rights.ts'
import { deletePending, type StoredPending, storePending } from './pending-changes.ts'
import { replacedPending } from './split-pending.ts'

export interface OwnPending {
  readonly id: number
  /** All that there is. */
  readonly before: StoredPending | undefined
  /** The changes of the person; none if they drop theirs. */
  readonly own: EntryInput
}

/** Prepared outside of transactions. `grant` is the one for changing entries. */
export async function pendingStore(
  context: ManagementContext,
  managed: ManagedType,
  { fields }: ActionGrant,
): Promise<(scope: WriteScope, pending: OwnPending) => Promise<void>> {
  const { type, rights } = managed
  const { schema, clock } = context
  const { dialect } = context.database
  const reader = fields === null ? null : await entryReader(context, unlimited(context, managed))
  return async (scope, { id, before, own }) => {
    const values = before === undefined ? undefined : (await reader?.read(id, scope))?.values
    const data = replacedPending(type, { data: before?.data ?? {}, own }, { schema, fields, values })
    // What is left of others is as old as it was.
    const isMine = before === undefined || Object.keys(own).length > 0
    const { adminId, savedAt } = isMine ? { adminId: rights.administrator.id, savedAt: clock() } : before
    const place = { uid: type.uid, id }
    const isNothing = Object.keys(data).length === 0
    await scope.ask(
      isNothing ? deletePending(dialect, place) : storePending(dialect, place, { data, adminId, savedAt }),
    )
    scope.touched.add(type.table!)
  }
}
