/** What a database must know of packed rows (`packed-rows.ts`): how it puts them together, and in which forms values come. */
import type { OutputForm } from '../schema/attributes/attribute-type.ts'
import type { Fragment } from './fragment.ts'
import type { Field, ValueForm } from './write-values.ts'

/** A value of the answer. */
export interface PackedScalar {
  readonly name: string
  readonly form: OutputForm
}

/** A number that rows are found by, the name of a model, or a value of the answer. */
export type PackedColumn = 'key' | 'name' | PackedScalar

/** A query for rows, given how it writes what it selects. */
export type PackedQuery = (select: (values: readonly Fragment[]) => Fragment) => Fragment

/** How a database packs rows. */
export interface Packing {
  /** Gives one row: the number of rows, and all of their values, or null where there are none. */
  pack(columns: readonly PackedColumn[], query: PackedQuery): Fragment
  /** As UTF-8, where the database may hold texts that are not. */
  legible?(packed: Buffer): Buffer
  /** Where a row ends whose values begin here. */
  endOfRow(scalars: readonly PackedScalar[]): (bytes: Buffer, start: number) => number
  /** How the values come; `behindOthers` puts a comma before the first. */
  fields(scalars: readonly PackedScalar[], behindOthers: boolean): readonly Field[]
}

/** A field for each value. */
export function eachField(forms: Readonly<Record<OutputForm, ValueForm>>): Packing['fields'] {
  return (scalars, behindOthers) =>
    scalars.map(({ name, form }, index) => ({ key: keyOf(name, behindOthers || index > 0), ...forms[form] }))
}

export function keyOf(name: string, behindOthers: boolean): Buffer {
  return Buffer.from(`${behindOthers ? ',' : ''}${JSON.stringify(name)}:`)
}

/** Values in one call, of which PostgreSQL takes a hundred. */
const MOST_ARGUMENTS = 90

/** A call with any number of arguments of a function that strings texts together. */
export function inCalls(call: (values: readonly Fragment[]) => Fragment, values: readonly Fragment[]): Fragment {
  if (values.length <= MOST_ARGUMENTS) return call(values)
  const parts = Array.from({ length: Math.ceil(values.length / MOST_ARGUMENTS) }, (_, index) =>
    call(values.slice(index * MOST_ARGUMENTS, (index + 1) * MOST_ARGUMENTS)),
  )
  return inCalls(call, parts)
}
