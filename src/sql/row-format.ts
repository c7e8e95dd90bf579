/**
 * The contract between statements and `wire/`: the form in which a database sends the rows of an answer. Statements are
 * compiled with it and know nothing about the bytes.
 */
import type { JsonView } from '../plan/read/read-plan.ts'
import type { OutputForm } from '../schema/attributes/attribute-type.ts'
import type { Fragment } from './fragment.ts'
import type { PackedRow, Unpack } from './statement.ts'

/** A value of the answer. */
export interface PackedScalar {
  readonly name: string
  readonly form: OutputForm
  /** For the form `json`. */
  readonly view?: JsonView | undefined
}

/** A number that identifies rows, the name of a model, or a value of the answer. Keys and names come first. */
export type PackedColumn = 'key' | 'name' | PackedScalar

/** A query for rows; `select` writes its list of columns. */
export type PackedQuery = (select: (values: readonly Fragment[]) => Fragment) => Fragment

export interface RowFormat {
  /** Returns one row: the number of rows, and all of their values, or null if there are none. */
  pack(columns: readonly PackedColumn[], query: PackedQuery): Fragment
  /** Unpacks what `pack` returns. */
  unpacker(columns: readonly PackedColumn[]): Unpack<PackedRow>
  /** A column that is read by itself, in the form that `toJson` expects. */
  select(form: OutputForm, column: Fragment): Fragment
  /** Converts the driver's value for that to JSON text. */
  toJson(form: OutputForm, selected: unknown): string
}
