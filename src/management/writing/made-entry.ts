/** A draft becomes an entry once, also if it is sent again because no answer came. */
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import { openEntry } from '../entries/open-entry.ts'
import { type DraftPlace, deleteDraft, entryOfDraft, markMade, removeDraft } from '../live/drafts.ts'
import type { ManagementContext } from '../management-context.ts'

/** Throws `versionConflict` with the entry that the draft has become. One that was deleted since does not count. */
export async function checkNotMade(context: ManagementContext, managed: ManagedType, place: DraftPlace): Promise<void> {
  const id = await entryOfDraft(context, place)
  if (id === null) return
  const entry = await openEntry(context, managed, id).catch(notThere)
  if (entry === null) {
    await deleteDraft(context, place)
    return
  }
  const { version, updatedAt, updatedBy } = entry
  throw new PopulusError('versionConflict', {}, { details: { id, version, changed: [], updatedAt, updatedBy } })
}

function notThere(error: unknown): null {
  if (error instanceof PopulusError && error.key === 'notFound') return null
  throw error
}

/** Inside the write that creates the entry. */
export async function becomeEntry(
  { database, clock }: ManagementContext,
  scope: WriteScope,
  place: DraftPlace,
  id: number,
): Promise<void> {
  await scope.ask(removeDraft(database.dialect, place))
  const [made] = await scope.ask(markMade(database.dialect, place, id, clock()))
  if (made === undefined) throw new PopulusError('versionConflict')
}
