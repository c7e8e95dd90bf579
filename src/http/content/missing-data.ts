/** Says why a body seems to have no `data`: most often it was not sent as JSON, or without the envelope. */
import type { FastifyRequest } from 'fastify'
import { ERRORS, PopulusError } from '../../errors.ts'

const AS_JSON = 'send JSON, with the header Content-Type: application/json'

/** The error to throw instead. All others stay as they are. */
export function explainMissingData(error: unknown, { headers, body }: FastifyRequest): unknown {
  if (!(error instanceof PopulusError) || error.code !== ERRORS.missingData.code) return error
  return new PopulusError('missingData', {}, { cause: error, hint: reason(headers['content-type'], body) })
}

function reason(type: string | undefined, body: unknown): string {
  if (type === undefined) return `the request has no body, or no Content-Type; ${AS_JSON}`
  if (!/^application\/(.*\+)?json\b/.test(type)) return `the Content-Type is ${type.split(';', 1)[0]}; ${AS_JSON}`
  const isEnvelope = typeof body === 'object' && body !== null && 'data' in body
  return isEnvelope
    ? 'data must be an object: {"data":{"title":"x"}}'
    : 'wrap the fields in data: {"data":{"title":"x"}}'
}
