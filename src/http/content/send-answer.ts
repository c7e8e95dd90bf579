/** Writes and counts the answer to a read, whichever way the request came. Handles only 200 and 304, never an error. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContentContext } from '../../content/content-context.ts'
import type { Reading } from '../../content/read/read.ts'
import type { Caller } from '../../identity/access/authenticate.ts'
import type { Encoding } from '../../kept/cached-body.ts'
import { HINT_HEADER, hintText, noteAnswer } from '../answer-notes.ts'

/** Headers of a route's answers, as names and values in turn. `etag` and the headers of the body are added later. */
export interface AnswerHeads {
  readonly full: readonly string[]
  /** For a 304, which repeats only what a cache and a browser must know. */
  readonly unchanged: readonly string[]
}

/** `common`: the headers of every answer of the server; `policy`: the route's additional headers. */
export function answerHeads(common: readonly string[], policy: readonly string[]): AnswerHeads {
  const full = [...common, ...policy, 'content-type', JSON_TYPE]
  return Object.freeze({ full, unchanged: [...common.filter(isForCors), ...policy] })
}

export interface SendOptions {
  readonly heads: AnswerHeads
  /** The `Accept-Encoding` header, if answers are compressed. */
  readonly accepted: string | undefined
  /** The `Server-Timing` header, if wanted. */
  readonly timing: string | undefined
  /** Headers that name what the answer was made from, if wanted. */
  readonly keys: readonly string[] | undefined
}

export function sendAnswer(response: ServerResponse, reading: Reading, options: SendOptions): void {
  const { name, tag, body } = reading
  const { heads, accepted, timing, keys } = options
  const head = [...(body === undefined ? heads.unchanged : heads.full), 'etag', tag]
  if (name.hint !== null) head.push(HINT_HEADER, hintText(name.hint))
  if (keys !== undefined) head.push(...keys)
  if (timing !== undefined) {
    head.push('server-timing', timing)
    noteAnswer(response, { source: reading.kept ? 'kept' : 'read' })
  }
  if (body === undefined) {
    response.writeHead(304, head).end()
    return
  }
  const encoding: Encoding | undefined = accepted === undefined ? undefined : bestEncoding(accepted)
  const compressed = encoding === undefined ? undefined : body.as(encoding)
  const sent = compressed ?? body.plain
  head.push('content-length', String(sent.length))
  if (compressed !== undefined) head.push('content-encoding', encoding!)
  response.writeHead(200, head)
  if (response.req.method === 'HEAD') response.end()
  else response.end(sent)
}

/**
 * Returns a signal that fires when the connection closes. It also fires when the answer is sent; nobody needs it then.
 */
export function clientGone(response: ServerResponse): () => AbortSignal {
  return () => {
    const controller = new AbortController()
    if (response.destroyed || response.socket?.destroyed === true) controller.abort()
    else response.once('close', () => controller.abort())
    return controller.signal
  }
}

/** Selects, from names and values in turn, those that browsers check before they hand an answer to a script. */
function isForCors(_text: string, index: number, headers: readonly string[]): boolean {
  return headers[index - (index % 2)]!.startsWith('access-control-')
}

// The headers of an answer that has a tag.

export const JSON_TYPE = 'application/json; charset=utf-8'

/** For callers with credentials: the answer is theirs alone, and is revalidated every time. */
const PRIVATE = 'private, no-cache'

/** What the answers of a type have in common. */
export interface AnswerPolicy {
  /** The `Cache-Control` for callers without credentials, if any. */
  readonly control: string | undefined
  readonly compress: boolean
  /** Whether answers depend on where the request comes from. */
  readonly byOrigin: boolean
}

/** Names and values in turn. */
export function policyHeaders(
  { control, compress, byOrigin }: AnswerPolicy,
  withCredentials: boolean,
): readonly string[] {
  const vary = ['Authorization', ...(byOrigin ? ['Origin'] : []), ...(compress ? ['Accept-Encoding'] : [])]
  const kept = control === undefined ? [] : ['cache-control', withCredentials ? PRIVATE : control]
  return ['vary', vary.join(', '), ...kept]
}

const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** The smallest encoding that the client accepts: `gzip, deflate, br;q=0.5`. */
export function bestEncoding(accepted: string): Encoding | undefined {
  const taken = new Map(
    accepted.split(',').map(part => {
      const [name = '', ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
      const quality = parameters.find(parameter => parameter.startsWith('q='))
      return [name, quality === undefined ? 1 : Number(quality.slice(2))]
    }),
  )
  return ENCODINGS.find(encoding => (taken.get(encoding) ?? taken.get('*') ?? 0) > 0)
}

/** Whether a request asks for events. */
export function wantsEvents({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.accept?.includes('text/event-stream') === true
}

/** A fresh answer takes work that a kept one would save. Only callers with full access may ask for it. */
export function wantsFresh({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return /\bno-(cache|store)\b/.test(headers['cache-control'] ?? '')
}

// The inventory of queries.

/** The name under which callers without credentials are counted. */
export const PUBLIC = 'public'

/** `begun` is a time of `performance.now()`. */
export function countAnswer(
  { inventory }: Pick<ContentContext, 'inventory'>,
  { name: { use }, body, kept }: Reading,
  caller: string,
  begun: number,
): void {
  if (inventory === undefined || use === undefined) return
  const milliseconds = performance.now() - begun
  // A client that has the answer already gets nothing that was made for it.
  inventory.record(use, { caller, milliseconds, bytes: body?.plain.length ?? 0, kept: kept || body === undefined })
}

/** `public`, `role:authenticated`, `token:3` */
export function callerName({ tokenId, role = PUBLIC, userId }: Caller): string {
  if (tokenId !== undefined) return `token:${tokenId}`
  return userId === null ? PUBLIC : `role:${role}`
}
