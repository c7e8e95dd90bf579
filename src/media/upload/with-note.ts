/** Work on objects and rows, under a note of the journal. */
import type { MediaContext } from '../media-context.ts'
import type { OpenNote } from './media-journal.ts'
import { settleNote } from './settle-note.ts'

/**
 * Runs the work. Whether it succeeds or fails, rows and objects are in step afterwards. If the storage or the database
 * does not answer for that, the note stays and is settled later; otherwise `settled` is called.
 */
export async function withNote<T>(context: MediaContext, open: OpenNote, work: () => Promise<T>): Promise<T> {
  // After new files are stored, there is nothing to do.
  let finish = () => (open.note.kind === 'objects' ? context.journal.remove(open.id) : settleNote(context, open))
  try {
    return await work()
  } catch (error) {
    finish = () => settleNote(context, open)
    throw error
  } finally {
    await finish().catch(context.cleanLater)
    open.release()
  }
}
