/** What developers see of an answer besides its status: where it came from, or what was wrong and what would help. */
import type { ServerResponse } from 'node:http'

export type AnswerSource = 'kept' | 'read'

export interface AnswerNotes {
  readonly source?: AnswerSource
  /** The code of the error. */
  readonly error?: string
  readonly hint?: string | undefined
}

const notes = new WeakMap<ServerResponse, AnswerNotes>()

export function noteAnswer(response: ServerResponse, note: AnswerNotes): void {
  notes.set(response, note)
}

/** Empty for anything but errors and, in development, reads. */
export function notesOf(response: ServerResponse): AnswerNotes {
  return notes.get(response) ?? {}
}
