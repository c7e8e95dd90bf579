/** Sends JSON with an `ETag`, or 304 if the client already has it. The content depends on who is asking. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasTag } from '../content/read/entity-tag.ts'
import { compressed } from '../kept/cached-body.ts'
import { bestEncoding } from './content/send-answer.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

export function replyWithJson(json: string | Buffer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return replyWithTag(json, request, reply.type(JSON_TYPE))
}

/** The same for any type of content, which the reply already has. */
export function replyWithTag(content: string | Buffer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  return hasCopy(tagOf(body), request, reply) ? notModified(reply) : reply.send(body)
}

/** The same for JSON that is worth compressing each time it is sent. */
export async function replyCompressed(
  json: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = Buffer.from(json)
  const encoding = bestEncoding(request.headers['accept-encoding'] ?? '')
  vary(reply.type(JSON_TYPE), 'Accept-Encoding')
  // Weak, because all forms have it.
  if (hasCopy(`W/${tagOf(body)}`, request, reply)) return notModified(reply)
  const short = encoding === undefined ? undefined : await compressed(body, encoding)
  return short === undefined ? reply.send(body) : reply.header('content-encoding', encoding).send(short)
}

function tagOf(body: Buffer): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`
}

/** Names the content, and says whether the client has it already. */
function hasCopy(tag: string, { headers }: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('etag', tag)
  vary(reply, 'Authorization')
  return hasTag(headers['if-none-match'], tag)
}

function vary(reply: FastifyReply, header: string): void {
  reply.header('vary', [reply.getHeader('vary') ?? [], header].flat().join(', '))
}

function notModified(reply: FastifyReply): FastifyReply {
  return reply.removeHeader('content-type').code(304).send()
}
