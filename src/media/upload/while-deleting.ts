/** Deletes files in two steps: their rows, and then their objects, which the note names if this process dies in between. */
import { objectsOf, type StoredFile } from '../files/file-values.ts'
import { filesById } from '../library/each-file.ts'
import type { MediaContext } from '../media-context.ts'
import type { OpenNote } from './media-journal.ts'
import type { DeleteNote } from './notes.ts'
import { openForFile } from './open-for-file.ts'
import { settleNote } from './settle-note.ts'

/**
 * Runs the work that deletes the rows while nobody else changes the files. It gets those that still exist. Afterwards the
 * objects of files without a row are deleted.
 */
export function whileDeleting<T>(
  context: MediaContext,
  ids: readonly number[],
  work: (files: readonly StoredFile[], open: OpenNote) => Promise<T>,
): Promise<T> {
  return context.turns.run(ids, async () => {
    const open = await openForFile(context, deleteNote(await filesById(context, ids)))
    try {
      // Only now nobody else changes the files.
      const files = await filesById(context, ids)
      await open.change(deleteNote(files))
      return await work(files, open)
    } finally {
      await settleNote(context, open).catch(context.cleanLater)
      open.release()
    }
  })
}

function deleteNote(files: readonly StoredFile[]): DeleteNote {
  const noted = files.map(file => ({
    id: file.id,
    provider: file.provider,
    hash: file.hash,
    objects: objectsOf(file),
  }))
  return { kind: 'delete', files: noted }
}
