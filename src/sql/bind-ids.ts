/** Fills the placeholders for ids when a statement runs. */
import { type BoundStatement, ONE_ID, PARENT_IDS, type SqlValue, type Statement } from './statement.ts'

/** Binds a list of ids in the database's form, or the first id. */
export function bindIds<R>(
  statement: Statement<R>,
  ids: readonly number[],
  list: (ids: readonly number[]) => string,
): BoundStatement<R> {
  const { text, pieces, values, tables, unpack, change } =
    (ids.length === 1 ? statement.forOne : undefined) ?? statement
  const bound = values.map((value): SqlValue => {
    if (value === PARENT_IDS) return list(ids)
    return value === ONE_ID ? (ids[0] ?? null) : value
  })
  const rest = unpack === undefined ? {} : { unpack }
  return { text, pieces, values: bound, tables, ...rest, ...(change === undefined ? {} : { change }) }
}
