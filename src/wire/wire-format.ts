/** What the serializer needs to know of a database: how it packs rows, and in which forms their values come. */
import { type Fragment, join } from '../sql/fragment.ts'
import type { PackedScalar, RowFormat } from '../sql/row-format.ts'
import type { Field } from './value-kind.ts'

export interface WireFormat extends RowFormat {
  /** How the values of a row come; `behindOthers`: other members come before them in the JSON. */
  fields(scalars: readonly PackedScalar[], behindOthers: boolean): readonly Field[]
}

/** A call of an SQL function that strings texts together. */
type Call = (texts: Fragment) => Fragment

/** Arguments in one call, of which PostgreSQL takes a hundred. */
const MOST_ARGUMENTS = 90

/** The same for any number of texts: calls within calls. */
export function callWithAll(call: Call, texts: readonly Fragment[]): Fragment {
  if (texts.length <= MOST_ARGUMENTS) return call(join(texts))
  const parts = Array.from({ length: Math.ceil(texts.length / MOST_ARGUMENTS) }, (_, index) =>
    call(join(texts.slice(index * MOST_ARGUMENTS, (index + 1) * MOST_ARGUMENTS))),
  )
  return callWithAll(call, parts)
}
