/**
 * Errors of a project's code that nobody waits for: a promise without `await`, an event without a listener. They are logged, and the
 * server goes on. Nothing tells such an error from one of the server's own, so this holds for all while code of a project runs.
 */
import type { StrapiLog } from './strapi-types.ts'

type Note = (error: unknown) => void

/** One for each server in this process. */
const notes = new Set<Note>()

function tellAll(error: unknown): void {
  for (const note of notes) note(error)
}

/** Returns what ends it. */
export function catchLooseEnds(log: Pick<StrapiLog, 'error'>): () => void {
  const note: Note = error => {
    log.error('An error outside of all requests; code of the project may lack an await')
    log.error(error)
  }
  if (notes.size === 0) process.on('unhandledRejection', tellAll).on('uncaughtException', tellAll)
  notes.add(note)
  return () => {
    notes.delete(note)
    if (notes.size === 0) process.off('unhandledRejection', tellAll).off('uncaughtException', tellAll)
  }
}
