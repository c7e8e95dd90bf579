/** The text of a search -> its terms. Words in quotes follow each other, and so do the parts of `e-mail`. */
import { PopulusError } from '../../../errors.ts'
import type { SearchRequest } from '../../../query/read-request.ts'
import { allowsTypingErrors } from '../../../schema/search/near-parts.ts'
import { isUnspaced, searchWords } from '../../../schema/search/search-words.ts'
import type { SearchTerm } from './search-plan.ts'

export interface SearchLimits {
  readonly patternLength: number
  readonly searchWords: number
}

/** Shorter words would begin too many others. */
const SHORTEST_PREFIX = 2

export function searchTerms(request: SearchRequest, limits: SearchLimits): readonly SearchTerm[] {
  const { query } = request
  const { patternLength, searchWords: most } = limits
  if (query.length > patternLength)
    throw new PopulusError('patternTooLong', { parameter: 'search', limit: patternLength })
  const terms = new Map<string, SearchTerm>()
  let count = 0
  // Every second part is in quotes; a last quote that is not closed counts to the end.
  for (const [index, part] of query.split('"').entries()) {
    const isQuoted = index % 2 === 1
    for (const chunk of isQuoted ? [part] : part.split(/\s+/)) {
      const words = [...searchWords(chunk)].map(({ word }) => word)
      if (words.length === 0) continue
      count += words.length
      if (count > most) throw new PopulusError('tooManyWords', { limit: most })
      const term = termOf(words, isQuoted, request)
      terms.set(JSON.stringify(term), term)
    }
  }
  return [...terms.values()]
}

function termOf(words: readonly string[], isQuoted: boolean, { typos, prefixes }: SearchRequest): SearchTerm {
  const last = words.at(-1)!
  const isLong = [...last].length >= SHORTEST_PREFIX && !isUnspaced(last)
  return {
    words,
    prefix: prefixes && !isQuoted && isLong,
    alike: typos && !isQuoted && words.length === 1 && allowsTypingErrors(last),
  }
}
