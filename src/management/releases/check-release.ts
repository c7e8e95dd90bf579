/** What would happen to the entries of a release now, and what would refuse them. */
import type { CheckedItem, ReleaseCheck } from '../../admin-api/release-api.ts'
import type { ContentType } from '../../schema/schema.ts'
import { managedType, unlimited } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { findProblems } from '../writing/check-entry.ts'
import { grouped } from './grouped.ts'
import type { ReleaseItemRow } from './release-rows.ts'
import { openRelease } from './show-release.ts'

export const GONE = 'The entry no longer exists'

export async function checkRelease(context: ManagementContext, rights: AdminRights, id: string): Promise<ReleaseCheck> {
  const { items, hidden } = await openRelease(context, rights, id)
  const checked = await checkItems(context, rights, items)
  const ready = hidden === 0 && checked.length > 0 && checked.every(({ state }) => state !== 'refused')
  return { ready, items: checked }
}

/** In the same order. The person must see them; a field that they do not see counts too. */
export async function checkItems(
  context: ManagementContext,
  rights: AdminRights,
  items: readonly ReleaseItemRow[],
): Promise<readonly CheckedItem[]> {
  const checked = new Map<ReleaseItemRow, CheckedItem>()
  for (const [uid, some] of grouped(items, item => item.uid)) {
    const type = context.schema.types.get(uid)
    const problem = problemOf(uid, type)
    const found =
      problem === null ? await checkSome(context, rights, type!, some) : some.map(item => refused(item, problem))
    for (const [index, item] of some.entries()) checked.set(item, found[index]!)
  }
  return items.map(item => checked.get(item)!)
}

function problemOf(uid: string, type: ContentType | undefined): string | null {
  if (type === undefined) return `There is no content type ${uid}`
  return type.draftAndPublish ? null : `${uid} has no drafts, so nothing can be published`
}

/** All of one type, in one pass. */
async function checkSome(
  context: ManagementContext,
  rights: AdminRights,
  { uid }: ContentType,
  items: readonly ReleaseItemRow[],
): Promise<readonly CheckedItem[]> {
  const managed = unlimited(context, managedType(context, rights, uid))
  const { entries, pending, problems } = await findProblems(
    context,
    managed,
    items.map(({ id }) => id),
  )
  return items.map(item => {
    const { id, action } = item
    const entry = entries.get(id)
    if (entry === undefined) return refused(item, GONE)
    const isPublished = entry.publishedAt !== null
    const isDone = action === 'publish' ? isPublished && !pending.has(id) : !isPublished
    if (isDone) return { uid, id, action, state: 'done', problems: [] }
    const found = action === 'publish' ? (problems.get(id) ?? []) : []
    return { uid, id, action, state: found.length === 0 ? 'ready' : 'refused', problems: found }
  })
}

function refused({ uid, id, action }: ReleaseItemRow, message: string): CheckedItem {
  return { uid, id, action, state: 'refused', problems: [{ path: [], message, name: 'ValidationError' }] }
}
