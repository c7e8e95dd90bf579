/** The contract of an SQL dialect: everything in which SQLite and PostgreSQL differ. No other code tests the database's name. */

import type { ColumnKind } from '../schema/column-kind.ts'
import type { ScalarType } from '../schema/schema.ts'
import type { AggregateSql } from './aggregate/aggregate-sql.ts'
import type { Fragment } from './fragment.ts'
import type { BindKey } from './places/place-keys.ts'
import type { PackedColumn, PackedQuery, RowFormat } from './row-format.ts'
import type { SearchIndex } from './search/search-index.ts'
import type { Bindings, BoundStatement, PackedStatement, Row, SqlValue, Statement, Unpack } from './statement.ts'

/** A row whose column is compared with a pattern. */
export interface PatternedRow {
  readonly id: Fragment
  readonly column: Fragment
  readonly kind: 'like' | 'likeIgnoringCase' | 'search'
  /** What `make` makes of the pattern when the statement runs. */
  readonly pattern: (make: (pattern: string) => string) => Fragment
}

export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** The database refuses to compare a value with a column of another type, so such filters are refused beforehand. */
  readonly strictTypes: boolean
  /** The database itself can stop a statement that takes too long. */
  readonly statementTimeouts: boolean
  /** The type of a column in `create table`. */
  readonly columnTypes: Readonly<Record<ColumnKind, string>>
  /** The schema of Populus' own tables. */
  readonly ownSchema: string
  compile<R = Row>(fragment: Fragment, unpack?: Unpack<R>): Statement<R>
  /** Puts the parents' ids, the time and the values of a list into their placeholders. */
  bind<R>(statement: Statement<R>, parentIds?: readonly number[], bindings?: Bindings): BoundStatement<R>
  /** True if `column` is one of the parents' ids. */
  inParents(column: Fragment): Fragment
  /** A page of an ordered list. The pages of a list that are equally long share a statement. */
  page(limit: number, offset: number | Fragment): Fragment
  /** Joins the rows of `first`, which are in `order`, with those of `second`, and keeps the order. */
  joinInOrder(first: Fragment, second: Fragment, order: Fragment): Fragment
  /** Whether `a left join (b join c on …) on …` looks at the rows of `b` for each row of `a`, instead of joining all of them first. */
  readonly joinsInBracketsByRow: boolean
  /** True if `key` is in the result of a query; for one side of an `or`. */
  inFoundWithinOr(key: Fragment, found: Fragment): Fragment
  /** A column in a comparison that must not decide the index: SQLite's planner has no statistics to know better. */
  unindexed(column: Fragment): Fragment
  /** Reads a column of a type without losing digits. */
  read(type: ScalarType, column: Fragment): Fragment
  /** Converts the driver's date-time to milliseconds since 1970; `null` if it is not one. */
  moment(stored: unknown): number | null
  /** How rows of an answer, and single values that become JSON, are sent. */
  readonly rows: RowFormat
  /** Converts a JavaScript value to the form that is stored in, and compared with, a column of a type. */
  encode(type: ScalarType, value: unknown): SqlValue
  /** The digits of a whole number or a flag; null stays null, and a value of another kind is no number. */
  digits(type: ScalarType, column: Fragment): Fragment
  /** The bytes of a text, after a letter; null stays null, and a value of another kind is another letter. */
  hexText(column: Fragment): Fragment
  /** The same of the text in lower case; another letter for all texts if even the letters a to z are not what they are elsewhere. */
  lowerHexText(column: Fragment): Fragment
  /** Whether every comparison with a pattern ignores case, and that of the letters a to z alone. */
  readonly lowersAsciiOnly: boolean
  /** A column in the form that text operators use. `isOwn`: it compares in its own way, which may know no patterns. */
  text(type: ScalarType, column: Fragment, isOwn: boolean): Fragment
  /** `column LIKE pattern`; whether case matters depends on the database. */
  like(column: Fragment, pattern: Fragment): Fragment
  /** `column LIKE pattern` in lower case on both sides. */
  likeIgnoringCase(column: Fragment, pattern: Fragment): Fragment
  /** `column LIKE pattern` for `_q`, ignoring case, with backslash as the escape. */
  search(column: Fragment, pattern: Fragment): Fragment
  /**
   * True for every row of which a column can pass a pattern, by the indexes of the columns; `null` if the pattern itself uses them.
   */
  mayContain(indexes: readonly string[], row: PatternedRow): Fragment | null
  /** The present time by the clock of the database, in milliseconds since 1970: the same for all servers on it. */
  readonly now: Fragment
  /**
   * Makes other transactions wait that lock any of the same things, unless both lock them `together`. `null` if writers take turns
   * anyway.
   */
  lock(things: readonly string[], mode: 'alone' | 'together'): Fragment | null
  /** Makes other transactions wait that want to change the same row. */
  readonly rowLock: Fragment
  /** Whether ascending lists begin with the rows that have no value. */
  readonly nullsFirst: boolean
  /** A sort key as exact text, in letters and digits only; null stays null. */
  placeText(key: Fragment): Fragment
  /** The value that `placeText` was made from, once the text is decoded; `undefined` if it cannot have been. */
  placeKey(type: ScalarType, text: string, bind: BindKey): Fragment | undefined
  /** Where words are looked up. */
  readonly searchIndex: SearchIndex
  readonly aggregates: AggregateSql
  /** Tie-breaker for link rows without an id. */
  rowOrder(alias: string): Fragment
}

/** Compiles a query whose rows are packed into one value. */
export function compilePacked(
  dialect: SqlDialect,
  columns: readonly PackedColumn[],
  query: PackedQuery,
): PackedStatement {
  const { rows } = dialect
  return dialect.compile(rows.pack(columns, query), rows.unpacker(columns))
}
