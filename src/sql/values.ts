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

/** JSON of a column, rewritten without blanks; a text that is no JSON (old databases) comes out as a string. */
export function writeJson(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  try {
    return JSON.stringify(JSON.parse(value))
  } catch {
    return JSON.stringify(value)
  }
}
