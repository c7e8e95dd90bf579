/** Compares the version that a write starts from with the entry as it is now. */
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { changedSince } from '../entries/entry-version.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import { countedApart, versionOf } from '../entries/open-entry.ts'
import { entryReader } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import { pendingIn, readablePending } from '../pending/pending-changes.ts'

export interface ExpectedVersion {
  readonly id: number
  /** The header `If-Match`; without it, nothing is compared. */
  readonly version: string | undefined
}

/**
 * Returns the check, to be made inside the transaction once the row is locked: nobody else can change the entry until it
 * ends. Throws `versionConflict` if the entry is not as the person saw it.
 */
export async function versionCheck(
  context: ManagementContext,
  managed: ManagedType,
  { id, version }: ExpectedVersion,
): Promise<(scope: WriteScope) => Promise<void>> {
  if (version === undefined) return async () => {}
  const wanted = version.replace(/^(W\/)?"(.*)"$/, '$2')
  const reader = await entryReader(context, managed)
  return async scope => {
    const entry = await reader.read(id, scope)
    const stored = await pendingIn(scope, managed.type.uid, id)
    const pending = stored && readablePending(context.schema, managed, stored, entry.values)
    const current = versionOf(entry, pending)
    if (wanted === current || wanted === '*') return
    const { updatedAt, updatedBy } = entry
    const changed = changedSince(wanted, entry.values, countedApart(entry, pending))
    throw new PopulusError('versionConflict', {}, { details: { version: current, changed, updatedAt, updatedBy } })
  }
}
