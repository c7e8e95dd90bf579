/** Deletes files: first the row, then its objects. */
import { entryIdOf } from '../../content/read/entry-id.ts'
import { prepareRead } from '../../content/read/prepare-read.ts'
import { commitWrite } from '../../content/write/commit-write.ts'
import { readStored } from '../../content/write/write-input.ts'
import { PopulusError } from '../../errors.ts'
import type { Access } from '../../plan/access.ts'
import { fileType, readFileRow, readFrom, removeFile } from '../files/file-rows.ts'
import { objectsOf } from '../files/file-values.ts'
import type { MediaContext } from '../media-context.ts'
import type { FileNote } from './notes.ts'
import { openForFile } from './open-for-file.ts'
import { settleNote } from './settle-note.ts'

/** Returns the deleted file as JSON. */
export async function deleteFile(
  context: MediaContext,
  { id: text, access }: { readonly id: string; readonly access: Access },
): Promise<string> {
  const id = entryIdOf(text)
  if (id === null) throw new PopulusError('fileNotFound')
  return context.turns.run(id, () => deleteInTurn(context, id, access))
}

async function deleteInTurn(context: MediaContext, id: number, access: Access): Promise<string> {
  const { content } = context
  const type = fileType(content.schema)
  const open = await openForFile(context, await deletionNote(context, id))
  try {
    // Only now nobody else changes the file.
    await open.change(await deletionNote(context, id))
    const read = await prepareRead(content, { type, access, search: '' }, { kind: 'flat-stored' })
    return await commitWrite(content, { type, action: 'delete' }, async scope => {
      await open.confirm(scope.ask)
      if ((await readFileRow(scope, id)) === null) throw new PopulusError('fileNotFound')
      const gone = await readStored(scope, read, id)
      await removeFile(scope, id)
      return gone
    })
  } finally {
    // The row decides: without it the objects go, with it they stay.
    await settleNote(context, open).catch(context.cleanLater)
    open.release()
  }
}

async function deletionNote({ content }: MediaContext, id: number): Promise<FileNote> {
  const file = await readFrom(content, scope => readFileRow(scope, id))
  if (file === null) throw new PopulusError('fileNotFound')
  const files = [{ hash: file.hash, objects: objectsOf(file) }]
  return { kind: 'objects', provider: file.provider, fileId: id, files }
}
