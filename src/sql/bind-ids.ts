/** The places that a statement leaves for ids, filled in when it is run. */
import { type BoundStatement, ONE_ID, PARENT_IDS, type SqlValue, type Statement } from './statement.ts'

/** A list of ids, in the form that the database takes, or the first one. */
export function bindIds<R>(
  statement: Statement<R>,
  ids: readonly number[],
  list: (ids: readonly number[]) => string,
): BoundStatement<R> {
  const { text, pieces, values, tables, unpack } = (ids.length === 1 ? statement.forOne : undefined) ?? statement
  const bound = values.map((value): SqlValue => {
    if (value === PARENT_IDS) return list(ids)
    return value === ONE_ID ? (ids[0] ?? null) : value
  })
  return { text, pieces, values: bound, tables, ...(unpack === undefined ? {} : { unpack }) }
}
