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

export const HINT_HEADER = 'x-populus-hint'

/** Hints travel in a header: answers that succeed have no room for them, and Strapi's errors neither. Clients refuse headers that are too long, and the whole answer with them. */
export function hintText(text: string): string {
  return text.slice(0, 500).replace(/[^\x20-\x7e]/g, '?')
}
