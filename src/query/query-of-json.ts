/** A query that arrives as JSON, in the values that the bracket notation can express. */
import { PopulusError } from '../errors.ts'
import type { QueryLimits } from './limits.ts'
import type { QueryObject, QueryValue } from './query-value.ts'

/** `{ pagination: { page: 2 } }` means the same as `pagination[page]=2`. */
export function queryOf(body: unknown, limits: QueryLimits): QueryObject {
  checkParameters(body, limits)
  const query = body ?? {}
  if (typeof query !== 'object') throw new PopulusError('missingData')
  if (Array.isArray(query))
    throw new PopulusError('badValue', { parameter: 'the body', problem: 'expected an object with the parameters' })
  return textual(query) as QueryObject
}

/** Counts the values, each of which is a parameter in the bracket notation, before anything is made of them. */
function checkParameters(body: unknown, { parameters: limit, bodyDepth }: QueryLimits): void {
  let count = 0
  const visit = (value: unknown, depth: number): void => {
    const items = typeof value === 'object' && value !== null ? Object.values(value) : []
    if (items.length > 0 && depth > bodyDepth) throw new PopulusError('bodyTooDeep', { limit: bodyDepth })
    if (items.length === 0) count += 1
    if (count > limit || items.length > limit) throw new PopulusError('tooManyParameters', { limit })
    for (const item of items) visit(item, depth + 1)
  }
  visit(body, 1)
}

/** Numbers and booleans become text, as in a query string. */
export function textual(value: unknown): QueryValue {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(textual)
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, textual(item)]))
}
