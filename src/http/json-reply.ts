/** Sends JSON with an `ETag`, or 304 if the client already has it. The content depends on who is asking. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasTag } from '../content/read/entity-tag.ts'

export function replyWithJson(json: string | Buffer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = typeof json === 'string' ? Buffer.from(json) : json
  const tag = `"${createHash('sha1').update(body).digest('base64url')}"`
  reply.header('etag', tag)
  reply.header('vary', [reply.getHeader('vary') ?? [], 'Authorization'].flat().join(', '))
  if (hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}
