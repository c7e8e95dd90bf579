/** Drops the changes that wait to be published. */
import { commitWrite } from '../../content/write/commit-write.ts'
import { findStored } from '../../content/write/store/stored-entry.ts'
import { PopulusError } from '../../errors.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import { deletePending } from '../entries/pending-changes.ts'
import type { ManagementContext } from '../management-context.ts'
import { type ExpectedVersion, versionCheck } from './version-check.ts'

/** With a version: only those that the person has seen. */
export async function dropPending(
  context: ManagementContext,
  managed: ManagedType,
  { id, version }: ExpectedVersion,
): Promise<void> {
  await checkCovered(context, managed, 'update', [id])
  const { type, rights } = managed
  const { dialect } = context.database
  const check = await versionCheck(context, managed, { id, version })
  await commitWrite(context.content, { by: rights.administrator.id }, async scope => {
    // Nobody changes it until the transaction ends.
    if ((await findStored(scope, type, id)) === null) throw new PopulusError('notFound')
    await check(scope)
    await scope.ask(deletePending(dialect, { uid: type.uid, id }))
    scope.touched.add(type.table!)
    return { written: [{ type, id, action: 'update' }], answer: undefined }
  })
}
