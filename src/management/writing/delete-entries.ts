/** Deletes entries, all of them or none. */
import { removeEntries } from '../../content/write/remove-entries.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { versionCheck } from './version-check.ts'

/** All of them or none. `version` is that of the first one. */
export async function deleteEntries(
  context: ManagementContext,
  managed: ManagedType,
  ids: readonly number[],
  version?: string,
): Promise<void> {
  await checkCovered(context, managed, 'delete', ids)
  const { type, rights } = managed
  const check = await versionCheck(context, managed, { id: ids[0] ?? 0, version })
  const access = { ...managed.access, adminId: rights.administrator.id }
  const targets = ids.map(id => ({ kind: 'stored', id }) as const)
  await removeEntries(context.content, { type, access, targets }, { check }, async () => undefined)
}
