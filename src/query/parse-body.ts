/** The parsed JSON of a body to the data in it. What is in the data is checked by planning. */
import { PopulusError } from '../errors.ts'
import type { QueryLimits } from './limits.ts'

type BodyLimits = Pick<QueryLimits, 'bodyDepth'>

export interface WriteBody {
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * `parseBody({ data: { title: 'x' } }, limits)` is `{ data: { title: 'x' } }`. A list passes for an object here, as in Strapi, and is
 * refused with a message about its type. The key `__proto__` is dropped wherever it stands; all others are plain members.
 */
export function parseBody(body: unknown, { bodyDepth }: BodyLimits): WriteBody {
  const data = isHolder(body) && Object.hasOwn(body, 'data') ? (body as { data: unknown }).data : undefined
  if (!isHolder(data)) throw new PopulusError('missingData')
  return { data: cleanJson(data, bodyDepth) as WriteBody['data'] }
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Parsed JSON that is safe to walk through and to copy: not too deep, and without keys that are no plain members. */
export function cleanJson(value: unknown, limit: number, depth = 1): unknown {
  if (!isHolder(value)) return value
  if (depth > limit) throw new PopulusError('bodyTooDeep', { limit })
  if (Array.isArray(value)) return value.map(item => cleanJson(item, limit, depth + 1))
  const members = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(members.map(([key, member]) => [key, cleanJson(member, limit, depth + 1)]))
}
