/** Deletes an entry, with its components and links. Its translations and files stay. */
import { PopulusError } from '../../errors.ts'
import type { ContentContext } from '../content-context.ts'
import type { WriteCaller } from '../content-hooks.ts'
import { entryIdOf } from '../read/entry-id.ts'
import { prepareRead, type ReadInput } from '../read/prepare-read.ts'
import { commitWrite } from './commit-write.ts'
import { isOpenRow } from './open-rows.ts'
import { runHooks } from './run-hooks.ts'
import { deleteEntry } from './store/store-entry.ts'
import { findStored } from './store/stored-entry.ts'
import { readStored } from './write-input.ts'
import { lockRelations } from './write-scope.ts'

/** Returns the deleted entry as JSON. */
export async function deleteOne(
  context: ContentContext,
  input: ReadInput & { readonly id: string; readonly access: WriteCaller },
): Promise<string> {
  const read = await prepareRead(context, input, { kind: 'stored' })
  const id = entryIdOf(input.id)
  if (id === null) throw new PopulusError('notFound')
  const { type, access } = input
  const { after } = await runHooks(context, { action: 'delete', type, access, id })
  return commitWrite(context, { type, action: 'delete', after }, async scope => {
    const isThere = (await findStored(scope, type, id)) !== null && (await isOpenRow(scope, input, id, 'delete'))
    if (!isThere) throw new PopulusError('notFound')
    const gone = await readStored(scope, read, id)
    await lockRelations(scope, [...type.attributes.values()])
    await deleteEntry(scope, type, id)
    return gone
  })
}
