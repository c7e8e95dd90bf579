/** What `sql/` hands to `storage/`: finished text and values, with the places where the ids of the parents go. */

export type SqlValue = string | number | bigint | boolean | null | Uint8Array

/** Stands in `Statement.values` where the ids of the rows of the level above are bound when the statement is run. */
export const PARENT_IDS: unique symbol = Symbol('parent ids')

/** Stands where a single id is bound: the one that the request names, or that of the only row of the level above. */
export const ONE_ID: unique symbol = Symbol('one id')

/** One row, as the values of the selected columns in their order. */
export type Row = readonly unknown[]

/** What rows are found by: a number, the name of a model, or nothing. */
export type RowKey = number | string | null

/** A row of a packed statement. */
export interface PackedRow {
  readonly keys: readonly RowKey[]
  /** Those of all rows. */
  readonly bytes: Buffer
  /** Where in them the values of this row begin. */
  readonly start: number
}

/** Takes the rows out of the one row that a packed statement gives: their number, and all their values. */
export type Unpack<R> = (count: number, packed: Buffer | null) => readonly R[]

/** `R` is the form of its rows. */
export interface Statement<R = Row> {
  readonly text: string
  /** The text before, between and behind the places of the values; none on SQLite. */
  readonly pieces: readonly string[]
  readonly values: readonly (SqlValue | typeof PARENT_IDS | typeof ONE_ID)[]
  /** Every table that the statement reads or changes; those of another schema with its name (`populus.meta`). */
  readonly tables: readonly string[]
  /** Present: the rows are packed. */
  readonly unpack?: Unpack<R>
  /** The same for a single id, where that is simpler. */
  readonly forOne?: Statement<R>
}

/** All statements of the read path are packed. */
export type PackedStatement = Statement<PackedRow>

/** A statement with everything it needs to be run. */
export interface BoundStatement<R = Row> {
  readonly text: string
  /** As in `Statement`; absent for texts that were written as a whole. */
  readonly pieces?: readonly string[]
  readonly values: readonly SqlValue[]
  /** Absent: unknown. */
  readonly tables?: readonly string[]
  /** Present: the rows are packed. */
  readonly unpack?: Unpack<R>
}

/** As much of it as those may know who only watch. */
export type SeenStatement = Pick<BoundStatement, 'text' | 'values' | 'tables'>
