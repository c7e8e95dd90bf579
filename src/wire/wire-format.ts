/** What the serializer needs to know about a database: how it packs rows, and the forms of their values. */
import type { PackedScalar, RowFormat } from '../sql/row-format.ts'
import type { Field } from './value-kind.ts'

export interface WireFormat extends RowFormat {
  /** The forms of a row's values. `behindOthers`: other members precede them in the JSON. */
  fields(scalars: readonly PackedScalar[], behindOthers: boolean): readonly Field[]
}
