/** The contract of an SQL dialect: the few things in which SQLite and PostgreSQL differ. No database name is tested elsewhere. */
import type { ColumnKind } from '../schema/column-kind.ts'
import type { ScalarType } from '../schema/schema.ts'
import type { Fragment } from './fragment.ts'
import type { RowFormat } from './row-format.ts'
import type { BoundStatement, Row, SqlValue, Statement, Unpack } from './statement.ts'

export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** The database refuses to compare a value with a column of another type, so such filters are refused before it sees them. */
  readonly strictTypes: boolean
  /** The database itself can stop a statement that takes too long. */
  readonly statementTimeouts: boolean
  /** The type of a column in `create table`. */
  readonly columnTypes: Readonly<Record<ColumnKind, string>>
  /** The schema that holds the tables which are Populus' own. */
  readonly ownSchema: string
  compile<R = Row>(fragment: Fragment, unpack?: Unpack<R>): Statement<R>
  /** Puts the parents' ids into the places left for them. */
  bind<R>(statement: Statement<R>, parentIds?: readonly number[]): BoundStatement<R>
  /** `column` is one of the parents' ids. */
  inParents(column: Fragment): Fragment
  /** The page of an ordered list. */
  page(limit: number, offset: number): Fragment
  /** Rows of `first`, which is in `order`, with those of `second`, in the same order. */
  joinInOrder(first: Fragment, second: Fragment, order: Fragment): Fragment
  /** `key` is in what a query finds, as one side of an `or`. */
  inFoundWithinOr(key: Fragment, found: Fragment): Fragment
  /** A column in a comparison that must not choose the index: the planner of SQLite has no statistics to know better. */
  unindexed(column: Fragment): Fragment
  /** The expression that reads a column of a type without losing digits. */
  read(type: ScalarType, column: Fragment): Fragment
  /** A date-time as read by the driver, in milliseconds since 1970; `null` for what is none. */
  moment(stored: unknown): number | null
  /** How the rows of an answer travel, and single values that become JSON. */
  readonly rows: RowFormat
  /** A JavaScript value as it is stored in (and compared with) a column of a type. */
  encode(type: ScalarType, value: unknown): SqlValue
  /** A column in the form that text operators see. */
  text(type: ScalarType, column: Fragment): Fragment
  /** `column LIKE pattern`, with the database's own habits about case. */
  like(column: Fragment, pattern: Fragment): Fragment
  /** `column LIKE pattern` in lower case on both sides. */
  likeIgnoringCase(column: Fragment, pattern: Fragment): Fragment
  /** `column LIKE pattern` for `_q`, ignoring case, with backslash as the escape. */
  search(column: Fragment, pattern: Fragment): Fragment
  /** Makes other transactions wait that want the same thing; `null` where writers take turns anyway. */
  lock(thing: string): Fragment | null
  /** Makes other transactions wait that want to change the same row. */
  readonly rowLock: Fragment
  /** Tie-breaker for link rows that have no id of their own. */
  rowOrder(alias: string): Fragment
}
