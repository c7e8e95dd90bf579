/** Sends JSON with an `ETag`, or 304 if the client already has it. The content depends on who is asking. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasTag } from '../content/read/entity-tag.ts'

export function replyWithJson(json: string | Buffer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.type('application/json; charset=utf-8')
  return replyWithTag(json, request, reply)
}

/** The same for any type of content, which the reply already has. */
export function replyWithTag(content: string | Buffer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const tag = `"${createHash('sha1').update(body).digest('base64url')}"`
  reply.header('etag', tag)
  reply.header('vary', [reply.getHeader('vary') ?? [], 'Authorization'].flat().join(', '))
  if (!hasTag(request.headers['if-none-match'], tag)) return reply.send(body)
  return reply.removeHeader('content-type').code(304).send()
}
