/** Deletes entries, all of them or none. */
import { commitWrite } from '../../content/write/commit-write.ts'
import { deleteEntry } from '../../content/write/store/store-entry.ts'
import { findStored } from '../../content/write/store/stored-entry.ts'
import { lockRelations } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { afterBulk, runBulkHooks } from './bulk-hooks.ts'
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
  const by = rights.administrator.id
  const { content } = context
  const checkVersion = await versionCheck(context, managed, { id: ids[0] ?? 0, version })
  const access = { ...managed.access, adminId: by }
  const hooks = await runBulkHooks(content, { action: 'delete', type, access, ids })
  const after = afterBulk(content, { type, by, ids, hooks })
  await commitWrite(content, { type, action: 'delete', after }, async scope => {
    for (const id of ids) if ((await findStored(scope, type, id)) === null) throw new PopulusError('notFound')
    await checkVersion(scope)
    await lockRelations(scope, [...type.attributes.values()])
    for (const id of ids) await deleteEntry(scope, type, id)
    return { id: ids[0] ?? 0, json: '', by }
  })
}
