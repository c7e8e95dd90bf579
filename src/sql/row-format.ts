/**
 * The contract between statements and `wire/`: in which form a database sends the rows of an answer. Statements are
 * compiled with it, and know nothing of the bytes.
 */
import type { OutputForm } from '../schema/attributes/attribute-type.ts'
import type { Fragment } from './fragment.ts'
import type { PackedRow, Unpack } from './statement.ts'

/** A value of the answer. */
export interface PackedScalar {
  readonly name: string
  readonly form: OutputForm
}

/** A number that rows are found by, the name of a model, or a value of the answer. Keys and names come first. */
export type PackedColumn = 'key' | 'name' | PackedScalar

/** A query for rows; `select` writes its list of columns. */
export type PackedQuery = (select: (values: readonly Fragment[]) => Fragment) => Fragment

export interface RowFormat {
  /** Gives one row: the number of rows, and all of their values, or null where there are none. */
  pack(columns: readonly PackedColumn[], query: PackedQuery): Fragment
  /** Takes apart what `pack` gives. */
  unpacker(columns: readonly PackedColumn[]): Unpack<PackedRow>
  /** A column that is read on its own, in the form that `toJson` takes. */
  select(form: OutputForm, column: Fragment): Fragment
  /** What the driver gives for that, as JSON text. */
  toJson(form: OutputForm, selected: unknown): string
}
