/** Turns an error into the body that Strapi v4 sends. No other file does this. */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../config/config.ts'
import { ERRORS, PopulusError } from '../errors.ts'
import { HINT_HEADER, hintText, noteAnswer } from './answer-notes.ts'
import { hasBegun, mayBeSlow } from './slow-clients.ts'

/** Nobody may cache an error, and it has nothing that a client could revalidate later. */
const CACHE_CONTROL = 'no-store'

export function withoutValidators(reply: FastifyReply): void {
  for (const name of ['etag', 'last-modified', 'expires']) reply.removeHeader(name)
  reply.header('cache-control', CACHE_CONTROL)
}

export type ReplyWithError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** `hinting`: whether the body has the hint, too. */
export function errorReply(hinting: boolean): ReplyWithError {
  return (error, request, reply) => {
    const known = error instanceof PopulusError ? error : translate(error, request.server.initialConfig.bodyLimit)
    if (known.status >= 500) request.log.error({ err: error }, known.message)
    noteAnswer(reply.raw, { error: known.code, hint: known.hint })
    return reply.code(known.status).headers(errorHeaders(known)).send(errorBody(known, hinting))
  }
}

/** For errors that have no hint. */
export const replyWithError: ReplyWithError = errorReply(false)

export interface ErrorOptions {
  /** Headers of every answer: name, value, name, value. */
  readonly common: readonly string[]
  /** Called with errors on the server's side. */
  readonly failed: (error: unknown) => void
  /** Whether the body has the hint, too. */
  readonly hinting?: boolean
}

/** The same for a request that never reached the web server's routes. */
export function sendError(response: ServerResponse, error: unknown, { common, failed, hinting }: ErrorOptions): void {
  const known = error instanceof PopulusError ? error : translate(error)
  if (known.status >= 500) failed(error)
  // An answer that has begun cannot become an error any more. The client sees that it is cut off.
  if (response.headersSent) {
    response.destroy()
    return
  }
  noteAnswer(response, { error: known.code, hint: known.hint })
  const body = errorBody(known, hinting)
  const headers = { ...errorHeaders(known), 'content-length': String(Buffer.byteLength(body)) }
  response.writeHead(known.status, [...common, ...Object.entries(headers).flat()]).end(body)
}

/** The code of the error table and the hint for developers travel in headers: Strapi's format fixes the body. */
function errorHeaders({ code, hint, retryAfter }: PopulusError): Readonly<Record<string, string>> {
  return {
    'x-populus-error': code,
    ...(hint === undefined ? {} : { [HINT_HEADER]: hintText(hint) }),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    'cache-control': CACHE_CONTROL,
    'content-type': 'application/json; charset=utf-8',
  }
}

/** `{"data":null,"error":{"status":404,"name":"NotFoundError","message":"Not Found","details":{}}}` */
export function errorBody({ status, wireName, message, details, hint, code }: PopulusError, hinting = false): string {
  const error = { status, name: wireName, message }
  // Errors that Strapi does not throw itself have no details.
  const isBare = status >= 500 || wireName === 'SyntaxError'
  const help = hinting && hint !== undefined ? { hint, code } : {}
  return JSON.stringify({ data: null, error: isBare ? error : { ...error, details: { ...details, ...help } } })
}

/** The disk for files on their way is full, or read-only. That is no mistake of the client. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])

/** Errors of the web server itself: bad URL encoding, malformed requests, a body over the limit. */
function translate(error: unknown, bodyLimit?: number): PopulusError {
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (status === 413) {
    return new PopulusError('bodyTooLarge', { limit: bodyLimit ?? '' }, { cause: error })
  }
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new PopulusError('badRequest', { message: (error as Error).message }, { cause: error })
  }
  if (NO_ROOM.has(String((error as { code?: unknown } | null)?.code)))
    return new PopulusError('storageUnavailable', { provider: 'temporary files' }, { cause: error })
  return new PopulusError('internal', {}, { cause: error, hint: `see the log for ${ERRORS.internal.code}` })
}

/**
 * Refuses, before it becomes a request, whatever is not HTTP (raw bytes in the path, headers beyond all limits) or does
 * not arrive in time.
 */
export function refuseUnreadable(error: ConnectionError, socket: Socket, limits: Limits): void {
  // Node reports each late request once. From then on, whoever receives the body decides.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayBeSlow(socket)) return
  if (!socket.writable || hasBegun(socket)) {
    socket.destroy()
    return
  }
  const refusal = unreadable(error.code, limits)
  const body = errorBody(refusal)
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `x-populus-error: ${refusal.code}`,
    `Cache-Control: ${CACHE_CONTROL}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function unreadable(code: string, { requestTimeout }: Limits): PopulusError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new PopulusError('requestTooSlow', { limit: requestTimeout })
  const problem = code === 'HPE_HEADER_OVERFLOW' ? 'its header is too long' : 'it is not HTTP'
  return new PopulusError('badRequest', { message: `The request cannot be read: ${problem}` })
}
