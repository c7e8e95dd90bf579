/**
 * `/uploads/*`: the files that editors uploaded, and anything else under `uploads` in the project's `public` folder.
 * Editors are trusted with content, not with scripts. Anything that a browser would run is offered for download. If it
 * is opened anyway, it runs nothing and belongs to no origin.
 */
import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PopulusError } from '../../errors.ts'
import { mediaType } from '../../media/types/media-types.ts'
import { replyWithError } from '../error-reply.ts'
import { byteRange } from './byte-range.ts'
import { type OpenUpload, openUpload } from './open-upload.ts'

const UPLOAD_HEADERS = {
  'cache-control': 'public, max-age=86400',
  'accept-ranges': 'bytes',
  // The pages that browsers build around a picture or a video need a style, and the file.
  'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Looks for the folder on each request, because it may be created later. */
export function registerUploads(server: FastifyInstance, folder: string): void {
  const root = join(folder, 'public', 'uploads')
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': path } = request.params as { '*': string }
    const upload = await openUpload(root, path)
    if (upload === undefined) return replyWithError(new PopulusError('notFound'), request, reply)
    return sendUpload(request, reply, path, upload)
  }
  // The HEAD route that the web server would add by itself counts the bytes of the body that it does not send.
  server.route({ method: ['GET', 'HEAD'], url: '/uploads/*', handler, exposeHeadRoute: false })
}

async function sendUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
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
  reply.headers({ ...UPLOAD_HEADERS, etag: tag, 'last-modified': mtime.toUTCString() })
  if (known) return reply.code(304).send()
  reply.headers({ ...typeHeaders(path), 'content-length': end - start + 1 })
  if (part !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  return reply.send(hasBody ? createReadStream('', { fd: handle, start, end }) : '')
}

function typeHeaders(path: string): Readonly<Record<string, string>> {
  const { type, shown } = mediaType(path)
  const name = encodeURIComponent(basename(path)).replace(/['()*]/g, char => `%${char.charCodeAt(0).toString(16)}`)
  const disposition = shown ? {} : { 'content-disposition': `attachment; filename*=UTF-8''${name}` }
  return { 'content-type': type, ...disposition }
}

function refuseRange(request: FastifyRequest, reply: FastifyReply, size: number): FastifyReply {
  const refusal = new PopulusError('rangeOutside', { size })
  return replyWithError(refusal, request, reply.header('content-range', `bytes */${size}`))
}

/** If `If-None-Match` is given, only it counts (RFC 9110, 13.2.2). */
function isKnown({ headers }: FastifyRequest, tag: string, modified: Date): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some(given => bare(given) === bare(tag))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(modified.getTime() / 1000) * 1000 <= since
}

const bare = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Sends a part only of the file that the client knows, otherwise the whole new file. */
function mayBePart({ headers }: FastifyRequest, tag: string, modified: Date): boolean {
  const known = headers['if-range']
  return known === undefined || known === tag || known === modified.toUTCString()
}
