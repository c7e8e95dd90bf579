/** `filters`: without the schema, only its outermost form can be checked. */
import { PopulusError } from '../errors.ts'
import type { QueryLimits } from './limits.ts'
import { checkListLengths } from './parse-text.ts'
import { isBlank, type QueryValue, shown } from './query-value.ts'

/** Accepts an object or a list of objects. Ignores an empty value. A bare string is an error. */
export function parseFilters(value: QueryValue | undefined, path: string, limits: QueryLimits): QueryValue | null {
  if (isBlank(value)) return null
  if (typeof value === 'string') {
    throw new PopulusError('badValue', {
      parameter: path,
      problem: `expected ${path}[attribute]=..., got ${shown(value)}`,
    })
  }
  checkListLengths(value, path, limits)
  return value
}
