/**
 * Converts a string of the query to a value of the column's type, and makes the checks that a strict database requires.
 */
import { PopulusError } from '../../../errors.ts'
import { CastError } from '../../../schema/attributes/attribute-type.ts'
import { ATTRIBUTE_TYPES } from '../../../schema/attributes/registry.ts'
import { trimBoth } from '../../../util/text/trim-run.ts'
import type { ColumnRef, FilterValue } from './condition.ts'

interface ValueSite {
  readonly column: ColumnRef
  readonly path: string
  readonly strictTypes: boolean
}

const INT4 = { low: -(2n ** 31n), high: 2n ** 31n - 1n }
const INT8 = { low: -(2n ** 63n), high: 2n ** 63n - 1n }

export function castFilterValue(text: string, site: ValueSite): FilterValue {
  if (site.strictTypes) checkStrict(text, site)
  if (site.column.kind === 'id') return text
  try {
    const value = ATTRIBUTE_TYPES[site.column.attribute.type].cast(text)
    if (site.strictTypes && value instanceof Date && (value.getUTCFullYear() < 1 || value.getUTCFullYear() > 9999)) {
      throw new CastError('Invalid date')
    }
    if (site.strictTypes && typeof value === 'string' && text.includes('\0')) {
      throw new CastError('must not contain the NUL character')
    }
    return value
  } catch (error) {
    if (!(error instanceof CastError)) throw error
    const contractText = error.message.startsWith('Invalid')
    throw contractText
      ? new PopulusError('badFormat', { message: error.message }, { hint: `at ${site.path}` })
      : new PopulusError('badValue', { parameter: site.path, problem: error.message })
  }
}

/** PostgreSQL compares a column only with values of the column's type. */
function checkStrict(text: string, { column, path }: ValueSite): void {
  const type = column.kind === 'id' ? 'integer' : column.attribute.type
  const fail = (problem: string) => new PopulusError('badValue', { parameter: path, problem })
  if (type === 'date' && text.startsWith('0000')) throw fail('expected a year from 0001 to 9999')
  if (type !== 'integer' && type !== 'biginteger') return
  // Ids have 64 bits, or 32 in older databases, where a larger one finds nothing.
  const range = column.kind === 'scalar' && type === 'integer' ? INT4 : INT8
  const castToNumber = column.kind === 'scalar' && type === 'integer'
  // The cast rejects anything that is not a number, with the same message on every database.
  if (castToNumber && Number.isNaN(Number(text))) return
  const plain = castToNumber ? plainInteger(text) : trimBoth(text, BLANKS)
  if (!/^[+-]?\d{1,30}$/.test(plain)) throw fail(`expected a whole number, got "${text}"`)
  const number = BigInt(plain.replace(/^\+/, ''))
  if (number < range.low || number > range.high) throw fail(`${text} is out of the range of this attribute`)
}

/** The whitespace that PostgreSQL ignores around a number; JavaScript's `trim` removes more. */
const BLANKS = ' \t\n\v\f\r'

/** `1e3` and an empty string are integers too: they are cast as in JavaScript. */
function plainInteger(text: string): string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? String(number) : text
}

/** Rejects text operators on columns that hold no text, and patterns that the database refuses. */
export function checkPattern(pattern: string, { column, path, strictTypes }: ValueSite, ignoreCase: boolean): void {
  if (!strictTypes) return
  const textual = column.kind === 'scalar' && ATTRIBUTE_TYPES[column.attribute.type].output === 'string'
  const problem = pattern.includes('\0')
    ? 'must not contain the NUL character'
    : !textual && !ignoreCase
      ? 'this operator works on text attributes only'
      : /(^|[^\\])(\\\\)*\\$/.test(pattern)
        ? 'the text may not end with a single backslash'
        : undefined
  if (problem !== undefined) throw new PopulusError('badValue', { parameter: path, problem })
}
