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

export interface SearchTerms {
  readonly terms: readonly SearchTerm[]
  /** Written with a minus before them: `-sourdough`, `-"rye bread"`. */
  readonly without: readonly SearchTerm[]
}

export function searchTerms(request: SearchRequest, limits: SearchLimits): SearchTerms {
  const { query } = request
  const { patternLength, searchWords: most } = limits
  if (query.length > patternLength)
    throw new PopulusError('patternTooLong', { parameter: 'search', limit: patternLength })
  const terms = new Map<string, SearchTerm>()
  const without = new Map<string, SearchTerm>()
  let count = 0
  for (const { text, isQuoted, isMinus } of chunksOf(query)) {
    const words = [...searchWords(text)].map(({ word }) => word)
    if (words.length === 0) continue
    count += words.length
    if (count > most) throw new PopulusError('tooManyWords', { limit: most })
    // What is left out is left out by exactly these words.
    const term = isMinus ? { words, prefix: false, alike: false } : termOf(words, isQuoted, request)
    const kind = isMinus ? without : terms
    kind.set(JSON.stringify(term), term)
  }
  if (terms.size === 0 && without.size > 0)
    throw new PopulusError('badValue', {
      parameter: 'search',
      problem: 'it says what to leave out, but not what to find',
    })
  return { terms: [...terms.values()], without: [...without.values()] }
}

interface Chunk {
  readonly text: string
  readonly isQuoted: boolean
  readonly isMinus: boolean
}

/** Every second part is in quotes; a last quote that is not closed counts to the end. */
function* chunksOf(query: string): Generator<Chunk> {
  let before = ''
  for (const [index, part] of query.split('"').entries()) {
    if (index % 2 === 1) yield { text: part, isQuoted: true, isMinus: before === '-' }
    else
      for (const text of part.split(/\s+/)) {
        yield { text, isQuoted: false, isMinus: text.startsWith('-') }
        before = text
      }
  }
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
