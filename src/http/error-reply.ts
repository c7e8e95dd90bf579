/** An error -> the body that Strapi v4 sends. The one place that does it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, PopulusError } from '../errors.ts'

/** The code of the error table, and help for the developer, travel in headers: the body is fixed by the wire format. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof PopulusError ? error : translate(error)
  if (known.status >= 500) request.log.error({ err: error }, known.message)
  if (known.hint !== undefined) reply.header('x-populus-hint', known.hint.replace(/[^\x20-\x7e]/g, '?'))
  return reply
    .code(known.status)
    .header('x-populus-error', known.code)
    .type('application/json; charset=utf-8')
    .send(errorBody(known))
}

/** `{"data":null,"error":{"status":404,"name":"NotFoundError","message":"Not Found","details":{}}}` */
export function errorBody({ status, wireName, message }: PopulusError): string {
  const error = { status, name: wireName, message }
  return JSON.stringify({ data: null, error: status >= 500 ? error : { ...error, details: {} } })
}

/** Errors of the web server itself (bad URL encoding, malformed requests) keep their status. */
function translate(error: unknown): PopulusError {
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new PopulusError('badRequest', { message: (error as Error).message }, { cause: error })
  }
  return new PopulusError('internal', {}, { cause: error, hint: `see the log for ${ERRORS.internal.code}` })
}
