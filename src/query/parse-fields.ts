/** `fields` in every accepted form. */
import { PopulusError } from '../errors.ts'
import { checkListLength } from './parse-text.ts'
import type { QueryRules } from './query-style.ts'
import { isBlank, isList, type QueryValue, shown } from './query-value.ts'
import type { FieldsRequest } from './read-request.ts'

const ALL: FieldsRequest = { kind: 'all', asked: false }
const NONE: FieldsRequest = { kind: 'list', names: [] }

/**
 * `undefined`, `'*'`: all; `'a'`, `['a', ' b']`: those names; `['b', '*']`: `b` first, then all others; `['']`,
 * `[null]`: none (`id` only). A comma is not a separator.
 */
export function parseFields(value: QueryValue | undefined, path: string, rules: QueryRules): FieldsRequest {
  if (isBlank(value) && value !== undefined && rules.blankFieldsAreNone) return NONE
  if (value === undefined || value === null) return ALL
  checkListLength(value, path, rules)
  const items = isList(value) ? value : [value]
  if (!items.every(item => typeof item === 'string' || item === null)) {
    throw new PopulusError('badValue', {
      parameter: path,
      problem: `expected a name, a list of names or *, got ${shown(value)}`,
    })
  }
  const names = items.filter(item => item !== null).map(item => item.trim())
  if (names.length > 0 && names.every(name => name === '*')) return { kind: 'all', asked: true }
  return { kind: 'list', names: isList(value) && names.every(name => name === '') ? [] : [...new Set(names)] }
}
