/** What a database must know of the wire: how it packs rows, and in which forms their values come. */
import type { OutputForm } from '../schema/attributes/attribute-type.ts'
import type { Fragment } from '../sql/fragment.ts'
import type { PackedScalar, RowFormat } from '../sql/row-format.ts'
import type { Field, ValueForm } from './write-values.ts'

export interface WireFormat extends RowFormat {
  /** How the values come; `behindOthers` puts a comma before the first. */
  fields(scalars: readonly PackedScalar[], behindOthers: boolean): readonly Field[]
}

/** A field for each value. */
export function eachField(forms: Readonly<Record<OutputForm, ValueForm>>): WireFormat['fields'] {
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
