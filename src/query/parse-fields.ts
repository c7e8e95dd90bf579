/** `fields` in every accepted form. */
import { PopulusError } from '../errors.ts'
import type { QueryLimits } from './limits.ts'
import { checkListLength } from './parse-text.ts'
import { isList, type QueryValue, shown } from './query-value.ts'
import type { FieldsRequest } from './read-request.ts'

const ALL: FieldsRequest = { kind: 'all' }

/**
 * `undefined`, `null`, `'*'`: all; `'a'`, `['a', ' b']`: those names; `['b', '*']`: `b` first, then all others;
 * `['']`, `[null]`: none (`id` only); `''` is the empty name. A comma does not separate.
 */
export function parseFields(value: QueryValue | undefined, path: string, limits: QueryLimits): FieldsRequest {
  if (value === undefined || value === null) return ALL
  checkListLength(value, path, limits)
  const items = isList(value) ? value : [value]
  if (!items.every(item => typeof item === 'string' || item === null)) {
    throw new PopulusError('badValue', {
      parameter: path,
      problem: `expected a name, a list of names or *, got ${shown(value)}`,
    })
  }
  const names = items.filter(item => item !== null).map(item => item.trim())
  if (names.length > 0 && names.every(name => name === '*')) return ALL
  return { kind: 'list', names: isList(value) && names.every(name => name === '') ? [] : [...new Set(names)] }
}
