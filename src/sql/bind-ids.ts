/** Fills the placeholders for ids and for the time when a statement runs. */
import {
  type BoundStatement,
  ListPlaceholder,
  ONE_ID,
  PARENT_IDS,
  type SqlValue,
  type Statement,
  TimeValue,
} from './statement.ts'

export interface Bindings {
  /** The time; if it is absent, the present one. */
  readonly now?: Date | undefined
  /** The values of the list that is read. */
  readonly values?: readonly unknown[]
}

/** Binds a list of ids in the database's form, or the first id. */
export function bindIds<R>(
  statement: Statement<R>,
  ids: readonly number[],
  list: (ids: readonly number[]) => string,
  { now, values: given = [] }: Bindings,
): BoundStatement<R> {
  const { text, pieces, values, tables, unpack, change } =
    (ids.length === 1 ? statement.forOne : undefined) ?? statement
  const bound = values.map((value): SqlValue => {
    if (value === PARENT_IDS) return list(ids)
    if (value === ONE_ID) return ids[0] ?? null
    if (value instanceof ListPlaceholder) return value.at(given)
    return value instanceof TimeValue ? value.at(now ?? new Date()) : value
  })
  const rest = unpack === undefined ? {} : { unpack }
  return { text, pieces, values: bound, tables, ...rest, ...(change === undefined ? {} : { change }) }
}
