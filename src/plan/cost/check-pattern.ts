/**
 * Limits on the patterns of text operators. As in Strapi, `%` and `_` in a value are wildcards, so they are priced as
 * wildcards.
 */
import { PopulusError } from '../../errors.ts'

export interface PatternLimits {
  readonly patternLength: number
  readonly patternWildcards: number
}

/** In bytes: SQLite refuses longer ones. The same holds for PostgreSQL, so that a query does not depend on the database. */
const LONGEST_PATTERN = 50_000

/**
 * Throws if matching a pattern would take too long. The database tries the part after a `%` again at every character of
 * a value, and a `_` in that part keeps each attempt going. The part before the first `%` is tried only once, so
 * nothing is counted there.
 */
export function checkPatternLimits(pattern: string, parameter: string, limits: PatternLimits): void {
  if (Buffer.byteLength(pattern) > LONGEST_PATTERN) {
    const problem = `the text has more than ${LONGEST_PATTERN} bytes, and this operator compares no longer ones`
    throw new PopulusError('badValue', { parameter, problem })
  }
  const first = pattern.indexOf('%')
  if (first < 0) return
  const sought = pattern.slice(first + 1).replace(/%$/, '')
  const { patternLength, patternWildcards } = limits
  if (sought.length > patternLength) throw new PopulusError('patternTooLong', { parameter, limit: patternLength })
  if (wildcardsIn(sought) > patternWildcards)
    throw new PopulusError('tooManyWildcards', { parameter, limit: patternWildcards })
}

/** Counts `%` and `_`, even after a backslash: not every database treats the backslash as an escape. */
function wildcardsIn(pattern: string): number {
  return pattern.match(/[%_]/g)?.length ?? 0
}
