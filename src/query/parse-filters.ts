/** `filters`: only its outermost form can be judged without the schema. */
import { PopulusError } from '../errors.ts'
import type { QueryLimits } from './limits.ts'
import { checkListLengths } from './parse-text.ts'
import { isBlank, type QueryValue, shown } from './query-value.ts'

/** An object or a list of objects; an empty value is passed over; a bare text is an error. */
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
