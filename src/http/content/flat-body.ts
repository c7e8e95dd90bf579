/** Bodies of the routes without an envelope, parsed as Strapi does: JSON, form fields, or nothing. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limits } from '../../config/config.ts'
import { PopulusError } from '../../errors.ts'
import { checkJsonText } from './json-body.ts'

/** Types that are read as JSON: the same as in Strapi. */
const JSON_TYPES = [
  'application/json',
  'application/json-patch+json',
  'application/vnd.api+json',
  'application/csp-report',
]

/** For the routes of this scope only. */
export function registerFlatBodies(scope: FastifyInstance, limits: Limits): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(JSON_TYPES, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    parseJsonBody(text, limits),
  )
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => Object.fromEntries(new URLSearchParams(text)),
  )
  scope.addContentTypeParser('*', { parseAs: 'string' }, async () => ({}))
}

function parseJsonBody(text: string, limits: Limits): unknown {
  if (text.trim() === '') return {}
  checkJsonText(text, limits)
  const body = parse(text)
  if (typeof body === 'object' && body !== null) return body
  throw new PopulusError('malformedBody', { message: 'invalid JSON, only supports object and array' })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new PopulusError('malformedBody', { message: (error as Error).message }, { cause: error })
  }
}
