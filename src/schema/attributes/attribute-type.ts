/** The contract of a scalar attribute type: its column, its form in an answer, and how a filter value is understood. */
import type { ColumnKind } from '../column-kind.ts'
import type { ScalarType } from '../schema.ts'

/** How a value looks in JSON. The SQL dialect knows how to get there from what its driver returns. */
export type OutputForm = 'string' | 'number' | 'digits' | 'boolean' | 'json' | 'date' | 'time' | 'datetime' | 'epoch'

/** A filter value that does not fit the type; the message is the one of the wire contract where that has one. */
export class CastError extends Error {}

export interface AttributeType {
  readonly type: ScalarType
  readonly column: ColumnKind
  readonly output: OutputForm
  /** Looked at by `_q`: always, only when the text is a number, or never. */
  readonly search: 'text' | 'number' | 'never'
  /**
   * A value of the query string, as it is compared with the column. Throws CastError.
   * The result is a JavaScript value; the SQL dialect encodes it.
   */
  cast(text: string): string | number | boolean | Date
}
