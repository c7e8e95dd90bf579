/** The part of a text in which words of a search are, as HTML: the words are marked, everything else is escaped. */

import { isFoundNearby, nearParts } from '../../../schema/search/near-parts.ts'
import { type FoundWord, searchWords } from '../../../schema/search/search-words.ts'
import { escapeHtml } from '../../../util/text/escape-html.ts'
import type { SearchTerm } from './search-plan.ts'

/** Characters before the first hit, and in all. */
const BEFORE = 60
const LENGTH = 200

/** `null` if none of the words is in the text. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): string | null {
  const words = [...searchWords(text)]
  const hits = hitsIn(words, terms)
  const [first] = hits
  if (first === undefined) return null
  const start = first.start <= BEFORE ? 0 : words.find(word => word.start >= first.start - BEFORE)!.start
  const end = text.length - start <= LENGTH ? text.length : endOfExcerpt(text, words, start)
  const marked = pieces(text, hits, { start, end }).join('').replace(/\s+/g, ' ').trim()
  return `${start > 0 ? '…' : ''}${marked}${end < text.length ? '…' : ''}`
}

/** The words that belong to a term, in the order of the text. */
function hitsIn(words: readonly FoundWord[], terms: readonly SearchTerm[]): readonly FoundWord[] {
  const tests = terms.map(term => ({ length: term.words.length, matches: wordTests(term) }))
  const hits = new Set<FoundWord>()
  for (let at = 0; at < words.length; at += 1)
    for (const { length, matches } of tests)
      if (matches.every((test, offset) => at + offset < words.length && test(words[at + offset]!.word)))
        for (const word of words.slice(at, at + length)) hits.add(word)
  return [...hits].sort((a, b) => a.start - b.start)
}

type WordTest = (word: string) => boolean

/** One for each word of a term. */
function wordTests({ words, prefix, alike }: SearchTerm): readonly WordTest[] {
  const last = words.at(-1)!
  const parts = alike ? new Set(nearParts(last)) : null
  const isLast: WordTest = word =>
    word === last || (prefix && word.startsWith(last)) || (parts !== null && isLike(word, last, parts))
  return [
    ...words.slice(0, -1).map(
      (wanted): WordTest =>
        word =>
          word === wanted,
    ),
    isLast,
  ]
}

/** A letter may be two units long. */
const LONGEST_LETTER = 2

function isLike(word: string, wanted: string, parts: ReadonlySet<string>): boolean {
  if (Math.abs(word.length - wanted.length) > LONGEST_LETTER || !isFoundNearby(word)) return false
  return nearParts(word).some(part => parts.has(part))
}

/** After the last word that fits. A word that is too long by itself is cut, but no character is. */
function endOfExcerpt(text: string, words: readonly FoundWord[], start: number): number {
  const most = start + LENGTH
  const fitting = words.findLast(({ end }) => end > start && end <= most)
  if (fitting !== undefined) return fitting.end
  return /[\uD800-\uDBFF]/.test(text[most - 1]!) ? most - 1 : most
}

function pieces(text: string, hits: readonly FoundWord[], range: { start: number; end: number }): readonly string[] {
  const made: string[] = []
  let at = range.start
  for (const hit of hits) {
    if (hit.start < range.start || hit.start >= range.end) continue
    const end = Math.min(hit.end, range.end)
    made.push(escapeHtml(text.slice(at, hit.start)), '<mark>', escapeHtml(text.slice(hit.start, end)), '</mark>')
    at = end
  }
  return [...made, escapeHtml(text.slice(at, range.end))]
}
