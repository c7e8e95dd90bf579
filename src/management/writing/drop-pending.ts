/** Drops the changes that wait to be published. */
import { commitWrite } from '../../content/write/commit-write.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import { deletePending } from '../entries/pending-changes.ts'
import type { ManagementContext } from '../management-context.ts'

export async function dropPending(context: ManagementContext, managed: ManagedType, id: number): Promise<void> {
  await checkCovered(context, managed, 'update', [id])
  const { type, rights } = managed
  const { dialect } = context.database
  await commitWrite(context.content, { by: rights.administrator.id }, async scope => {
    await scope.ask(deletePending(dialect, { uid: type.uid, id }))
    scope.touched.add(type.table!)
    return { written: [{ type, id, action: 'update' }], answer: undefined }
  })
}
