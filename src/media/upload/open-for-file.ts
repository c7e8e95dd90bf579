/** Lets one process at a time change the objects of a file. `FileTurns` does the same inside one process, without polling. */
import { setTimeout } from 'node:timers/promises'
import { PopulusError } from '../../errors.ts'
import type { MediaContext } from '../media-context.ts'
import type { OpenNote } from './media-journal.ts'
import { type FileNote, nothingReplaced } from './notes.ts'
import { settleNote } from './settle-note.ts'

/** How long a request waits for its turn. */
const PATIENCE = 20_000
const PAUSE = 100

/** Work that needs nothing to be undone. */
export async function whileUnchanged<T>(context: MediaContext, fileId: number, work: () => Promise<T>): Promise<T> {
  const open = await openForFile(context, nothingReplaced(context.provider.name, fileId))
  try {
    return await work()
  } finally {
    await context.journal.remove(open.id).catch(context.cleanLater)
    open.release()
  }
}

/**
 * Opens the note when no other is about one of the same files. One that a dead process has left is settled first: later, it would
 * undo what is done now.
 */
export async function openForFile(context: MediaContext, note: FileNote): Promise<OpenNote> {
  const until = performance.now() + PATIENCE
  for (;;) {
    const opened = await context.journal.openAlone(note)
    if ('release' in opened) return opened
    if (!context.journal.isInUse(opened)) await context.journal.takeOver(opened, () => settleNote(context, opened))
    else if (performance.now() > until) throw new PopulusError('fileBusy', {}, { retryAfter: PATIENCE / 1000 })
    else await setTimeout(PAUSE)
  }
}
