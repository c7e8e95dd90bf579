/** Sends what the code of a project has answered. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { discardBody } from '../../media/forms/discard-body.ts'
import { replyWithTag } from '../json-reply.ts'
import { hasForm } from '../uploads/form-body.ts'
import type { RouteAnswer } from './route-extension.ts'

export function sendRouteAnswer(
  { status, headers, body }: RouteAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // A form that nobody has read would keep the client from seeing the answer.
  if (hasForm(request)) discardBody(request.raw)
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  if (body === null) return reply.code(status).send()
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  if (status === 200 && isRead && isText && !reply.hasHeader('etag')) return replyWithTag(body, request, reply)
  return reply.code(status).send(body)
}
