/** Sends an answer, or 304 when the client has it already, which takes no work at all. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, AnswerBody, Encoding } from '../content/answer.ts'
import { hasTag, isAny } from './entity-tag.ts'

export interface AnswerHeaders {
  /** The `Cache-Control` for callers without credentials, if any. */
  readonly control: string | undefined
  readonly compress: boolean
}

/** For callers with credentials: theirs alone, and asked for again every time. */
const PRIVATE = 'private, no-cache'
const JSON_TYPE = 'application/json; charset=utf-8'

/** `fresh`: the caller wants it made anew, and may. */
export async function replyWithAnswer(
  answer: Answer,
  { control, compress, fresh }: AnswerHeaders & { readonly fresh: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { authorization, 'if-none-match': known, 'accept-encoding': accepted } = request.headers
  const vary = compress ? 'Authorization, Accept-Encoding' : 'Authorization'
  reply.header('etag', answer.tag)
  reply.header('vary', [reply.getHeader('vary') ?? [], vary].flat().join(', '))
  if (control !== undefined) reply.header('cache-control', authorization === undefined ? control : PRIVATE)
  if (known !== undefined && !fresh && !isAny(known) && hasTag(known, answer.tag)) return reply.code(304).send()
  const body = await answer.body(fresh)
  if (known !== undefined && isAny(known)) return reply.code(304).send()
  reply.type(JSON_TYPE)
  const encoding = compress && accepted !== undefined ? bestEncoding(accepted) : undefined
  return reply.send(encoded(body, encoding, reply))
}

function encoded(body: AnswerBody, encoding: Encoding | undefined, reply: FastifyReply): Buffer {
  const compressed = encoding === undefined ? undefined : body.as(encoding)
  if (compressed === undefined) return body.plain
  reply.header('content-encoding', encoding)
  return compressed
}

const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** The smallest form that the client takes: `gzip, deflate, br;q=0.5`. */
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
