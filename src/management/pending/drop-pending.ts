/** Drops the changes that wait to be published, as far as the person may make such changes. */
import { commitWrite } from '../../content/write/commit-write.ts'
import { findStored } from '../../content/write/store/store-entry.ts'
import { PopulusError } from '../../errors.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { type ExpectedVersion, versionCheck } from '../writing/version-check.ts'
import { pendingIn } from './pending-changes.ts'
import { pendingStore } from './pending-store.ts'

/** With a version: only those that the person has seen. */
export async function dropPending(
  context: ManagementContext,
  managed: ManagedType,
  { id, version }: ExpectedVersion,
): Promise<void> {
  const grant = await checkCovered(context, managed, 'update', [id])
  const { type, rights } = managed
  const check = await versionCheck(context, managed, { id, version })
  const store = await pendingStore(context, managed, grant)
  await commitWrite(context.content, { by: rights.administrator.id }, async scope => {
    // Nobody changes it until the transaction ends.
    if ((await findStored(scope, type, id)) === null) throw new PopulusError('notFound')
    await check(scope)
    await store(scope, { id, before: await pendingIn(scope, type.uid, id), own: {} })
    return { written: [{ type, id, action: 'update' }], answer: undefined }
  })
}
