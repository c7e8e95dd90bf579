/**
 * What the index holds of a word: its field and the word in one token. So a search in some fields never looks at those of
 * other fields, nor does it learn anything about them.
 */
import { createHash } from 'node:crypto'

/** Neither letters nor digits, and no signs to either database: SQLite's tokenizer separates words at ASCII signs only. */
const WORD = '·'
const PROMINENT = '•'
const MARK_LENGTH = 7

/** A short name of a column. */
export function fieldMark(table: string, column: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([table, column]))
    .digest()
  return digest.readBigUInt64BE().toString(36).slice(-MARK_LENGTH).padStart(MARK_LENGTH, '0')
}

export function wordToken(mark: string, word: string): string {
  return `${mark}${WORD}${word}`
}

/** For a word that a text is mainly about. */
export function prominentToken(mark: string, word: string): string {
  return `${mark}${PROMINENT}${word}`
}
