/**
 * The contract of a scalar attribute type. Each type has one file in this folder with everything about it: its column,
 * what a body may contain, what is stored, what answers show, what filters compare with, and what content files hold.
 */
import type { ColumnKind } from '../column-kind.ts'
import type { Rule } from '../rules/rule.ts'
import type { ScalarAttribute, ScalarType } from '../schema.ts'
import type { SeedForm } from './seed-form.ts'

/** How a value looks in JSON. The SQL dialect converts what its driver returns to this form. */
export type OutputForm = 'string' | 'number' | 'digits' | 'boolean' | 'json' | 'date' | 'time' | 'datetime' | 'epoch'

/** A value that is compared with a column or stored in it; the SQL dialect encodes it. */
export type ColumnValue = string | number | boolean | Date

/** A value that does not fit the type. Where the wire format defines a message, this is that message. */
export class CastError extends Error {}

export interface AttributeType {
  readonly type: ScalarType
  readonly column: ColumnKind
  readonly output: OutputForm
  /** When `_q` searches the attribute: always, only if the search text is a number, or never. */
  readonly search: 'text' | 'number' | 'never'
  /** Converts a value of the query string for comparison with the column. Throws CastError. */
  cast(text: string): ColumnValue
  /** What a value in a body must be. Drafts may lack what published entries require. */
  rule(attribute: ScalarAttribute, isDraft: boolean): Rule
  /**
   * Converts a value that has passed its rule to the form that is stored; `undefined` if it has not passed. Throws
   * CastError for invalid dates and times. `strictTypes`: the database accepts only values that fit the column's type.
   */
  store(value: unknown, strictTypes: boolean): ColumnValue | undefined
  /** What a content file may hold. */
  readonly seed: SeedForm
  /** A value in a body, and the same value in an answer. */
  readonly example: { readonly body: unknown; readonly answer: unknown }
}
