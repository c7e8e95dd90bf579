/** What the serializer needs to know about a database: how it packs rows, and the forms of their values. */
import { type Fragment, join } from '../sql/fragment.ts'
import type { PackedScalar, RowFormat } from '../sql/row-format.ts'
import type { Field } from './value-kind.ts'

export interface WireFormat extends RowFormat {
  /** The forms of a row's values. `behindOthers`: other members precede them in the JSON. */
  fields(scalars: readonly PackedScalar[], behindOthers: boolean): readonly Field[]
}

/** A call of an SQL function that concatenates strings. */
type Call = (texts: Fragment) => Fragment

/** Arguments per call; PostgreSQL allows a hundred. */
const MOST_ARGUMENTS = 90

/** The same for any number of strings: nested calls. */
export function callWithAll(call: Call, texts: readonly Fragment[]): Fragment {
  if (texts.length <= MOST_ARGUMENTS) return call(join(texts))
  const parts = Array.from({ length: Math.ceil(texts.length / MOST_ARGUMENTS) }, (_, index) =>
    call(join(texts.slice(index * MOST_ARGUMENTS, (index + 1) * MOST_ARGUMENTS))),
  )
  return callWithAll(call, parts)
}
