/** Deletes a file: first the row, then its objects. */

import { prepareRead } from '../../content/read/prepare-read.ts'
import { commitWrite } from '../../content/write/commit-write.ts'
import { isOpenRow } from '../../content/write/open-rows.ts'
import { readStored } from '../../content/write/read-stored.ts'
import { PopulusError } from '../../errors.ts'
import type { Access } from '../../plan/access.ts'
import { idOfText } from '../../util/json/largest-id.ts'
import { fileType, readFileRow, removeFile } from '../files/file-rows.ts'
import type { MediaContext } from '../media-context.ts'
import { whileDeleting } from './while-deleting.ts'

/** Returns the deleted file as JSON. */
export async function deleteFile(
  context: MediaContext,
  { id: text, access }: { readonly id: string; readonly access: Access },
): Promise<string> {
  const id = idOfText(text)
  if (id === null) throw new PopulusError('fileNotFound')
  const { content } = context
  const type = fileType(content.schema)
  return whileDeleting(context, [id], async ([file], open) => {
    if (file === undefined) throw new PopulusError('fileNotFound')
    const read = await prepareRead(content, { type, access, search: '' }, { kind: 'flat-stored' })
    return commitWrite(content, { access }, async scope => {
      await open.confirm(scope.ask)
      const isThere =
        (await readFileRow(scope, id)) !== null && (await isOpenRow(scope, { type, access }, id, 'delete'))
      if (!isThere) throw new PopulusError('fileNotFound')
      const answer = await readStored(scope, read, id)
      await removeFile(scope, id)
      return { written: [{ type, id, action: 'delete' }], answer }
    })
  })
}
