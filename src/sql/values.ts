/** Values on their way in and out that both dialects treat alike. */
import { type BoundStatement, ENTRY_ID, PARENT_IDS, type SqlValue, type Statement } from './statement.ts'

/** Fills the places left for ids: a list of them, in the form that the database takes, or the first one. */
export function bindIds(
  statement: Statement,
  ids: readonly number[],
  list: (ids: readonly number[]) => string,
): BoundStatement {
  const values = statement.values.map((value): SqlValue => {
    if (value === PARENT_IDS) return list(ids)
    return value === ENTRY_ID ? (ids[0] ?? null) : value
  })
  return { text: statement.text, values, tables: statement.tables }
}

/** Texts of JSON columns and what they were rewritten to: the formats of an image are read with every answer that shows it. */
let rewritten = new Map<string, string>()
const MOST_REWRITTEN = 2000
const LONGEST_REMEMBERED = 2048

/** JSON of a column, rewritten without blanks; a text that is no JSON (old databases) comes out as a string. */
export function writeJson(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  if (value.length > LONGEST_REMEMBERED) return rewrite(value)
  const known = rewritten.get(value)
  if (known !== undefined) return known
  const text = rewrite(value)
  if (rewritten.size >= MOST_REWRITTEN) rewritten = new Map()
  rewritten.set(value, text)
  return text
}

/** Characters that JSON writes in another way: controls, quotes, backslashes, halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are looked for
const ESCAPED = /[\u0000-\u001f"\\\ud800-\udfff]/

/** A text as JSON. */
export function writeText(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`
}

function rewrite(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value))
  } catch {
    return JSON.stringify(value)
  }
}
