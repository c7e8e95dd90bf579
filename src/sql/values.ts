/** Values on their way in and out that both dialects treat alike. */
import { type BoundStatement, ONE_ID, PARENT_IDS, type SqlValue, type Statement } from './statement.ts'

/** Fills the places left for ids: a list of them, in the form that the database takes, or the first one. */
export function bindIds(
  statement: Statement,
  ids: readonly number[],
  list: (ids: readonly number[]) => string,
): BoundStatement {
  const { text, pieces, values, tables, unpack } = (ids.length === 1 ? statement.forOne : undefined) ?? statement
  const bound = values.map((value): SqlValue => {
    if (value === PARENT_IDS) return list(ids)
    return value === ONE_ID ? (ids[0] ?? null) : value
  })
  return { text, pieces, values: bound, tables, ...(unpack === undefined ? {} : { unpack }) }
}

/** JSON of a column, rewritten without blanks; a text that is no JSON (old databases) comes out as a string. */
export function writeJson(value: unknown): string {
  return typeof value === 'string' ? rewrite(value) : JSON.stringify(value)
}

/** Characters that JSON writes in another way: controls, quotes, backslashes, halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are looked for
const ESCAPED = /[\u0000-\u001f"\\\ud800-\udfff]/

/** A text as JSON. */
export function writeText(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** JSON without blanks; what is no JSON as a string. */
export function rewrite(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value))
  } catch {
    return JSON.stringify(value)
  }
}

/** A number as JSON, which has none that are not finite. */
export function finite(number: number): string {
  return Number.isFinite(number) ? String(number) : 'null'
}

/** What is no moment reads as null. */
export function moment(milliseconds: number, write: (milliseconds: number) => string): string {
  return Math.abs(milliseconds) <= 8.64e15 ? write(milliseconds) : 'null'
}
