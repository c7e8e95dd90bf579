/** Sends an answer, or 304 when the client has it already, which takes no work at all. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../../content/read/answer.ts'
import { clientGone } from '../client-gone.ts'
import { HINT_HEADER, hintText } from '../hint-header.ts'
import { type AnswerPolicy, bestEncoding, JSON_TYPE, policyHeaders } from './answer-headers.ts'
import { hasTag, isAny } from './entity-tag.ts'
import type { Stages } from './stages.ts'

/** `fresh`: the caller wants it made anew, and may. `stages`: told in a header, where somebody wants to know. */
export async function replyWithAnswer(
  answer: Answer,
  policy: AnswerPolicy & { readonly fresh: boolean; readonly stages: Stages | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { authorization, 'if-none-match': known, 'accept-encoding': accepted } = request.headers
  const headers = policyHeaders(policy, authorization !== undefined)
  for (let index = 0; index < headers.length; index += 2) reply.header(headers[index]!, headers[index + 1])
  reply.header('etag', answer.tag)
  if (answer.hint !== null) reply.header(HINT_HEADER, hintText(answer.hint))
  if (known !== undefined && !isAny(known) && hasTag(known, answer.tag)) return reply.code(304).send()
  const body = await answer.body(policy.fresh, clientGone(reply.raw))
  if (policy.stages !== undefined) {
    policy.stages.end('answer')
    reply.header('server-timing', policy.stages.header)
  }
  if (known !== undefined && isAny(known)) return reply.code(304).send()
  reply.type(JSON_TYPE)
  const encoding = policy.compress && accepted !== undefined ? bestEncoding(accepted) : undefined
  const compressed = encoding === undefined ? undefined : body.as(encoding)
  if (compressed !== undefined) reply.header('content-encoding', encoding)
  return reply.send(compressed ?? body.plain)
}
