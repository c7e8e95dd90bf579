/** What a person sees of releases: entries that they may read and publish. */
import { readingScope } from '../../content/write/reading-scope.ts'
import { selectExisting } from '../../sql/compile-write.ts'
import { coveredIds } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { grouped } from './grouped.ts'
import type { ReleaseItemRow } from './release-rows.ts'

/** Whether there is anything that the person may put into a release. */
export function mayPlan({ schema }: ManagementContext, rights: AdminRights): boolean {
  return [...schema.types.values()].some(
    ({ uid, draftAndPublish }) =>
      draftAndPublish && rights.grant(uid, 'read') !== null && rights.grant(uid, 'publish') !== null,
  )
}

/** In the same order. Entries that are gone are seen by all who may publish some of their type. */
export async function visibleItems(
  context: ManagementContext,
  rights: AdminRights,
  items: readonly ReleaseItemRow[],
): Promise<readonly ReleaseItemRow[]> {
  const seen = new Map<string, ReadonlySet<number>>()
  for (const [uid, some] of grouped(items, item => item.uid)) {
    const ids = [...new Set(some.map(({ id }) => id))]
    seen.set(uid, await visibleIds(context, rights, { uid, ids }))
  }
  return items.filter(({ uid, id }) => seen.get(uid)!.has(id))
}

async function visibleIds(
  context: ManagementContext,
  rights: AdminRights,
  { uid, ids }: { readonly uid: string; readonly ids: readonly number[] },
): Promise<ReadonlySet<number>> {
  const type = context.schema.types.get(uid)
  const [read, publish] = [rights.grant(uid, 'read'), rights.grant(uid, 'publish')]
  // Nobody else could clear away what is left of a type that was removed.
  if (type === undefined || type.table === null) return new Set(rights.superAdmin ? ids : [])
  if (read === null || publish === null) return new Set()
  const covered = await coveredIds(context, { type }, publish, await coveredIds(context, { type }, read, ids))
  if (covered.length === ids.length) return new Set(covered)
  const rows = await (await readingScope(context.content)).ask(selectExisting(type.table, ids))
  const existing = new Set(rows.map(([id]) => Number(id)))
  return new Set([...covered, ...ids.filter(id => !existing.has(id))])
}
