/** What `sql/` passes to `storage/`: finished text and values, with placeholders for the parents' ids. */

import type { TableChange } from '../kept/dependencies/content-change.ts'
import type { MarkedColumn, Marks } from '../kept/dependencies/row-marks.ts'

export type SqlValue = string | number | bigint | boolean | null | Uint8Array

/** The placeholder in `Statement.values` for the ids of the rows one level above, bound when the statement runs. */
export const PARENT_IDS: unique symbol = Symbol('parent ids')

/** The placeholder for a single id: the one in the request, or that of the only row one level above. */
export const ONE_ID: unique symbol = Symbol('one id')

/** The placeholder for the time at which the statement runs, in the form of the column that it is compared with. */
export class TimeValue {
  readonly at: (now: Date) => SqlValue

  constructor(at: TimeValue['at']) {
    this.at = at
  }
}

/** The placeholder for a value of the list that the statement is for; lists of one shape share their statements. */
export class ListPlaceholder {
  readonly at: (values: readonly unknown[]) => SqlValue

  constructor(at: ListPlaceholder['at']) {
    this.at = at
  }
}

/** One row: the values of the selected columns, in order. */
export type Row = readonly unknown[]

/** What identifies rows: a number, the name of a model, or nothing. */
export type RowKey = number | string | null

/** A row of a packed statement. */
export interface PackedRow {
  readonly keys: readonly RowKey[]
  /** The bytes of all rows. */
  readonly bytes: Buffer
  /** Where the values of this row start in them. */
  readonly start: number
}

/** Unpacks the single row that a packed statement returns: the number of rows and all their values. */
export type Unpack<R> = (count: number, packed: Buffer | null) => readonly R[]

/** What a statement changes, described before it has run. */
export interface DescribedChange extends TableChange {
  /** Columns that the statement returns, in order. Their values are added to `keys`. */
  readonly returned?: readonly string[]
  /** The row that it changes, before it has run; after the columns above, the statement returns these of the row as it is then. */
  readonly moves?: { readonly before: Marks | null; readonly marked: readonly MarkedColumn[] }
}

/** `R` is the form of its rows. */
export interface Statement<R = Row> {
  readonly text: string
  /** The text before, between and after the placeholders; empty on SQLite. */
  readonly pieces: readonly string[]
  readonly values: readonly (SqlValue | typeof PARENT_IDS | typeof ONE_ID | TimeValue | ListPlaceholder)[]
  /** Every table that the statement reads or changes. Tables of another schema include its name (`populus.meta`). */
  readonly tables: readonly string[]
  /** Absent: it reads, or may change anything in its tables. */
  readonly change?: DescribedChange
  /** Present: the rows are packed. */
  readonly unpack?: Unpack<R>
  /** The same for a single id, if that is simpler. */
  readonly forOne?: Statement<R>
}

/** All statements of the read path are packed. */
export type PackedStatement = Statement<PackedRow>

/** A statement that is ready to run. */
export interface BoundStatement<R = Row> {
  readonly text: string
  /** As in `Statement`; absent for SQL that was written as a whole. */
  readonly pieces?: readonly string[]
  readonly values: readonly SqlValue[]
  /** Absent: unknown. */
  readonly tables?: readonly string[]
  /** As in `Statement`. */
  readonly change?: DescribedChange
  /** Present: the rows are packed. */
  readonly unpack?: Unpack<R>
}

/** The parts that observers may see. */
export type SeenStatement = Pick<BoundStatement, 'text' | 'values' | 'tables'>

// Fills the placeholders for ids and for the time when a statement runs.

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
