/** What `sql/` hands to `storage/`: finished text and values, with the places where the ids of the parents go. */

export type SqlValue = string | number | bigint | boolean | null | Uint8Array

/** Stands in `Statement.values` where the ids of the rows of the level above are bound when the statement is run. */
export const PARENT_IDS: unique symbol = Symbol('parent ids')

/** Stands where the one id that the request names is bound. */
export const ENTRY_ID: unique symbol = Symbol('entry id')

export interface Statement {
  readonly text: string
  readonly values: readonly (SqlValue | typeof PARENT_IDS | typeof ENTRY_ID)[]
  /** Every table that the statement reads or changes; those of another schema with its name (`populus.meta`). */
  readonly tables: readonly string[]
}

/** A statement with everything it needs to be run. */
export interface BoundStatement {
  readonly text: string
  readonly values: readonly SqlValue[]
  /** Absent: unknown. */
  readonly tables?: readonly string[]
}

/** One row, as the values of the selected columns in their order. */
export type Row = readonly unknown[]
