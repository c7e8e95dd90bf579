/** Extracts the data from the parsed JSON of a body. Planning checks what is in the data. */
import { PopulusError } from '../errors.ts'
import { cleanJson, TooDeepError } from '../util/json/clean-json.ts'
import type { QueryLimits } from './limits.ts'

type BodyLimits = Pick<QueryLimits, 'bodyDepth'>

export interface WriteBody {
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * `parseBody({ data: { title: 'x' } }, limits)` is `{ data: { title: 'x' } }`. A list passes as an object here, as in
 * Strapi, and is rejected later with a message about its type. The key `__proto__` is dropped everywhere; all other
 * keys are plain members.
 */
export function parseBody(body: unknown, { bodyDepth }: BodyLimits): WriteBody {
  const data = isHolder(body) && Object.hasOwn(body, 'data') ? (body as { data: unknown }).data : undefined
  if (!isHolder(data)) throw new PopulusError('missingData')
  try {
    return { data: cleanJson(data, bodyDepth) as WriteBody['data'] }
  } catch (error) {
    if (error instanceof TooDeepError) throw new PopulusError('bodyTooDeep', { limit: bodyDepth })
    throw error
  }
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
