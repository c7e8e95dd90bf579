/** A row's text -> what the index has of it. */
import { attributeText } from '../../schema/search/attribute-text.ts'
import { isFoundNearby, nearParts } from '../../schema/search/near-parts.ts'
import { searchWords } from '../../schema/search/search-words.ts'
import { prominentToken, wordToken } from '../../sql/search/search-tokens.ts'
import type { SearchField } from './search-sources.ts'

export interface IndexedRow {
  /** In the order of the text. */
  readonly tokens: readonly string[]
  /** Those that are looked up by themselves, in no order. */
  readonly prominent: readonly string[]
  /** Tokens that typing errors may lead to, with the word of each. */
  readonly near: ReadonlyMap<string, NearWord>
}

export interface NearWord {
  readonly mark: string
  readonly word: string
}

/** PostgreSQL accepts less than a megabyte for a row. Fields share it equally, so that none depends on another. */
const MOST_BYTES = 800_000
const EACH = 4
/** From how many occurrences in a long text a word is what the text is about. */
const PROMINENCE = 10

/** `values` are the stored ones of the fields, as text. */
export function indexRow(fields: readonly SearchField[], values: readonly (string | null)[]): IndexedRow {
  const tokens: string[] = []
  const prominent: string[] = []
  const near = new Map<string, NearWord>()
  for (const [index, { type, mark }] of fields.entries()) {
    const known = new Map<string, KnownWord>()
    let room = MOST_BYTES / fields.length
    let length = 0
    for (const { word } of searchWords(attributeText(type, values[index] ?? ''))) {
      const found = known.get(word) ?? knownWord(mark, word)
      room -= found.bytes
      if (room < 0) break
      length += 1
      tokens.push(found.token)
      if (found.count === 0) {
        known.set(word, found)
        if (isFoundNearby(word)) near.set(found.token, { mark, word })
      }
      found.count += 1
    }
    for (const [word, { count }] of known)
      if (count * count * PROMINENCE >= length) prominent.push(prominentToken(mark, word))
  }
  return { tokens, prominent, near }
}

/** A word of a field, which most texts have more than once. */
interface KnownWord {
  readonly token: string
  readonly bytes: number
  count: number
}

function knownWord(mark: string, word: string): KnownWord {
  const token = wordToken(mark, word)
  // Once in its place, and once as a prominent one.
  return { token, bytes: 2 * (Buffer.byteLength(token) + EACH), count: 0 }
}

/** The keys under which a token is found by similar words. */
export function nearEntries(near: Iterable<readonly [string, NearWord]>): readonly (readonly [string, string])[] {
  return [...near].flatMap(([token, { mark, word }]) =>
    nearParts(word).map(part => [wordToken(mark, part), token] as const),
  )
}
