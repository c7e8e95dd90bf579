/** Sends an opened file: the whole, a part, or the news that the client has it already. Closes it in any case. */
import { createReadStream } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasTag } from '../../content/read/entity-tag.ts'
import { PopulusError } from '../../errors.ts'
import { replyWithError } from '../error-reply.ts'
import { byteRange } from './byte-range.ts'
import type { OpenUpload } from './open-upload.ts'

const UPLOAD_HEADERS = {
  'accept-ranges': 'bytes',
  // The pages that browsers build around a picture or a video need a style, and the file.
  'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
}

type Headers = Readonly<Record<string, string>>

export interface UploadHeaders {
  readonly cacheControl: string
  /** What the file is, sent only with its content. */
  readonly type: Headers
}

export async function sendUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { cacheControl, type }: UploadHeaders,
  { handle, stats }: OpenUpload,
): Promise<FastifyReply> {
  const { size, mtime } = stats
  const tag = `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`
  const known = isKnown(request, tag, mtime)
  const part = mayBePart(request, tag, mtime) ? byteRange(request.headers.range, size) : undefined
  const { start, end } = typeof part === 'object' ? part : { start: 0, end: size - 1 }
  const hasBody = !known && part !== 'outside' && request.method !== 'HEAD' && start <= end
  if (!hasBody) await handle.close()
  if (!known && part === 'outside') return refuseRange(request, reply, size)
  reply.headers({ ...UPLOAD_HEADERS, 'cache-control': cacheControl, etag: tag, 'last-modified': mtime.toUTCString() })
  if (known) return reply.code(304).send()
  reply.headers({ ...type, 'content-length': end - start + 1 })
  if (part !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return reply.send(hasBody ? createReadStream('', { fd: handle, start, end }) : '')
}

function refuseRange(request: FastifyRequest, reply: FastifyReply, size: number): FastifyReply {
  const refusal = new PopulusError('rangeOutside', { size })
  return replyWithError(refusal, request, reply.header('content-range', `bytes */${size}`))
}

/** If `If-None-Match` is given, only it counts (RFC 9110, 13.2.2). */
function isKnown({ headers }: FastifyRequest, tag: string, modified: Date): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return hasTag(tags, tag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(modified.getTime() / 1000) * 1000 <= since
}

/** Sends a part only of the file that the client knows, otherwise the whole new file. */
function mayBePart({ headers }: FastifyRequest, tag: string, modified: Date): boolean {
  const known = headers['if-range']
  return known === undefined || known === tag || known === modified.toUTCString()
}
