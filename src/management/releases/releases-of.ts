/** The releases that an entry belongs to and that are not done yet. */
import type { EntryRelease } from '../../admin-api/release-api.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { coversAll, type ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { selectReleasesOf } from './release-rows.ts'

/** None, for a person who may not publish the entry. */
export async function releasesOf(
  context: ManagementContext,
  managed: ManagedType,
  id: number,
): Promise<readonly EntryRelease[]> {
  const { type, rights } = managed
  const { database } = context
  const publish = rights.grant(type.uid, 'publish')
  if (publish === null || !(await coversAll(context, managed, publish, [id]))) return []
  const rows = await readingFrom(database)(selectReleasesOf(database.dialect, type.uid, id))
  return rows.map(([release, name, at, action]) => ({
    id: String(release),
    name: String(name),
    at: at === null ? null : new Date(Number(at)).toISOString(),
    action: action as EntryRelease['action'],
  }))
}
