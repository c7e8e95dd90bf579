/** The contract of a search index: what each database has to look words up with. */
import type { HitKind } from '../../plan/read/search/search-plan.ts'
import { nearParts } from '../../schema/search/near-parts.ts'
import type { Fragment } from '../fragment.ts'
import { prominentToken, wordToken } from './search-tokens.ts'

/** Words to look up in some fields. */
export interface SearchedWords {
  readonly kind: HitKind
  /** The fields, as `fieldMark` names them; at least one. */
  readonly marks: readonly string[]
  /** They follow each other. */
  readonly words: WordsOf
}

/** The words of a search, whose number never changes, from the values of its list. */
export type WordsOf = (values: ListValues) => readonly string[]
export type ListValues = readonly unknown[]

/** Something to look up: rows that have one of the words of `any`, and none of `none`. */
export interface SoughtHits {
  readonly way: number
  readonly term: number
  readonly score: number
  readonly any: readonly SearchedWords[]
  readonly none: readonly SearchedWords[]
}

export interface SearchIndex {
  /** A query for `way`, `term`, `score` and `match`, a value that rows are matched with. */
  sought(hits: readonly SoughtHits[]): Fragment
  /** A query for `id`, `way`, `term` and `score`: the rows that match a row of `sought`, which has the last three and a `match`. */
  hits(sought: Fragment): Fragment
  /** The found rows, with their scores, and the same rows of the table. */
  join(found: Fragment, rows: Fragment, on: Fragment): Fragment
  /** Tables in this order. */
  inOrder(tables: readonly Fragment[]): Fragment
}

/** How many similar words of a text a mistyped word can stand for. */
export const MOST_ALIKE = 50

/** The tokens of each field, one list per field. */
export function tokensOf({ kind, marks, words }: SearchedWords, values: ListValues): readonly (readonly string[])[] {
  const token = kind === 'prominent' ? prominentToken : wordToken
  const sought = words(values)
  return marks.map(mark => sought.map(word => token(mark, word)))
}

/** The word itself, which is not searched for as a similar one. */
export function ownTokens({ marks, words }: SearchedWords, values: ListValues): readonly string[] {
  const [word] = words(values)
  return marks.map(mark => wordToken(mark, word!))
}

/** In no text: a database may take no token at all for all of them. */
export const NO_TOKEN = '·'

/** What similar words are looked up by. */
export function nearKeys({ marks, words }: SearchedWords, values: ListValues): readonly string[] {
  const parts = nearParts(words(values)[0]!)
  return marks.flatMap(mark => parts.map(part => wordToken(mark, part)))
}
