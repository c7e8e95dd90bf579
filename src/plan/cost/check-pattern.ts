/** Limits on the patterns of text operators. `%` and `_` keep their meaning in a value, as in Strapi, so they cost what they say. */
import { PopulusError } from '../../errors.ts'

export interface PatternLimits {
  readonly patternLength: number
  readonly patternWildcards: number
}

/**
 * Throws for a pattern that takes too long to look for. A database tries what is behind a `%` again at each character
 * of a text; a `_` there makes every try go on. Before the first `%` there is one try only, so nothing is counted there.
 */
export function checkPatternLimits(pattern: string, parameter: string, limits: PatternLimits): void {
  const first = pattern.indexOf('%')
  if (first < 0) return
  const sought = pattern.slice(first + 1).replace(/%$/, '')
  const { patternLength, patternWildcards } = limits
  if (sought.length > patternLength) throw new PopulusError('patternTooLong', { parameter, limit: patternLength })
  if (wildcardsIn(sought) > patternWildcards)
    throw new PopulusError('tooManyWildcards', { parameter, limit: patternWildcards })
}

/** `%` and `_` count, also where a backslash would take away their meaning: not every database knows it. */
export function wildcardsIn(pattern: string): number {
  return pattern.match(/[%_]/g)?.length ?? 0
}
