/**
 * The hits of a term in some fields, by how much they count. Levels exclude each other: a row is only in the one that counts most,
 * so that a common word leads to each row once.
 */
import { HIT_SCORES, type HitKind, type SearchTerm } from '../../plan/read/search/search-plan.ts'
import type { SearchedWords, WordsOf } from './search-index.ts'

/** Columns of one table, as `fieldMark` names them, that count the same. */
export interface WeightedMarks {
  readonly weight: number
  readonly marks: readonly string[]
}

export interface HitLevel {
  readonly score: number
  /** A row has one of these, */
  readonly any: readonly SearchedWords[]
  /** and none of these, which count more. */
  readonly none: readonly SearchedWords[]
}

interface ScoredWords extends SearchedWords {
  readonly score: number
}

/** The level that counts most comes first. */
export function hitLevels(term: SearchTerm, words: WordsOf, fields: readonly WeightedMarks[]): readonly HitLevel[] {
  const all = fields.flatMap(({ weight, marks }) =>
    kindsOf(term).map((kind): ScoredWords => ({ kind, marks, words, score: HIT_SCORES[kind] * weight })),
  )
  const scores = [...new Set(all.map(({ score }) => score))].sort((a, b) => b - a)
  return scores.map(score => {
    const above = all.filter(hit => hit.score > score)
    return {
      score,
      any: all.filter(hit => hit.score === score),
      none: above.filter(hit => !above.some(other => contains(other, hit))),
    }
  })
}

function kindsOf({ words, prefix, alike }: SearchTerm): readonly HitKind[] {
  const kinds: HitKind[] = words.length === 1 ? ['whole', 'prominent'] : ['whole']
  if (prefix) kinds.push('prefix')
  if (alike) kinds.push('alike')
  return kinds
}

/** The rows that have the one also have the other. */
const NARROWER: Readonly<Record<HitKind, readonly HitKind[]>> = {
  prominent: [],
  whole: ['prominent'],
  prefix: ['whole', 'prominent'],
  alike: [],
}

function contains(wide: SearchedWords, narrow: SearchedWords): boolean {
  return wide.marks === narrow.marks && NARROWER[wide.kind].includes(narrow.kind)
}
