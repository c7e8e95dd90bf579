/** Whether an answer was kept or read, for the line that developers see about it. */
import type { ServerResponse } from 'node:http'

export type AnswerSource = 'kept' | 'read'

const sources = new WeakMap<ServerResponse, AnswerSource>()

export function noteSource(response: ServerResponse, source: AnswerSource): void {
  sources.set(response, source)
}

/** `undefined` for anything but the answer to a read in development. */
export function sourceOf(response: ServerResponse): AnswerSource | undefined {
  return sources.get(response)
}
