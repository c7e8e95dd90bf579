/** What developers see of a request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AnswerSource, notesOf } from '../http/answer-notes.ts'

export interface SeenRequest {
  readonly method: string
  /** The path and the query, with readable brackets. */
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  /** Where the answer to a read came from. */
  readonly source: AnswerSource | undefined
  /** The code of the error, if it was one. */
  readonly error: string | undefined
  /** What would help, if the server knows. */
  readonly hint: string | undefined
}

/** Calls `seen` when the answer is finished or its client has gone. */
export function watchRequest(
  request: IncomingMessage,
  response: ServerResponse,
  seen: (request: SeenRequest) => void,
): void {
  const begun = performance.now()
  const { method = '', url = '' } = request
  if (isPanelFile(url)) return
  response.once('close', () => {
    const { source, error, hint } = notesOf(response)
    seen({
      method,
      path: readablePath(url),
      status: response.statusCode,
      milliseconds: Math.round((performance.now() - begun) * 10) / 10,
      source,
      error,
      hint,
    })
  })
}

/** A page of the panel asks for dozens of them. */
function isPanelFile(url: string): boolean {
  return url.startsWith('/admin/assets/')
}

/**
 * - `/api/articles?populate%5B0%5D=author` is `/api/articles?populate[0]=author`
 * - `/api/auth/email-confirmation?confirmation=secret` is `/api/auth/email-confirmation?...`
 */
export function readablePath(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s)
  if (query === undefined) return printable(path)
  if (/\/auth\//.test(path)) return `${printable(path)}?...`
  return printable(
    `${path}?${query.replace(/%5B/gi, '[').replace(/%5D/gi, ']').replace(/%24/g, '$').replace(/%2C/gi, ',')}`,
  )
}

/** A path may contain anything, also what a terminal would obey. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}
