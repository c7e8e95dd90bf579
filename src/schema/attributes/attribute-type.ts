/**
 * The contract of a scalar attribute type. One file in this folder is all there is to a type: its column, what a body may
 * give, what is stored, what answers look like, what filters compare with, and what content files hold.
 */
import type { ColumnKind } from '../column-kind.ts'
import type { Rule } from '../rules/rule.ts'
import type { ScalarAttribute, ScalarType } from '../schema.ts'
import type { SeedForm } from './seed-form.ts'

/** How a value looks in JSON. The SQL dialect knows how to get there from what its driver returns. */
export type OutputForm = 'string' | 'number' | 'digits' | 'boolean' | 'json' | 'date' | 'time' | 'datetime' | 'epoch'

/** A value as it is compared with a column or stored in it; the SQL dialect encodes it. */
export type ColumnValue = string | number | boolean | Date

/** A value that does not fit the type; the message is the one of the wire contract where that has one. */
export class CastError extends Error {}

export interface AttributeType {
  readonly type: ScalarType
  readonly column: ColumnKind
  readonly output: OutputForm
  /** Looked at by `_q`: always, only when the text is a number, or never. */
  readonly search: 'text' | 'number' | 'never'
  /** A value of the query string, as it is compared with the column. Throws CastError. */
  cast(text: string): ColumnValue
  /** What a value in a body must be. Drafts may lack what published entries need. */
  rule(attribute: ScalarAttribute, isDraft: boolean): Rule
  /**
   * A value of a body that has passed its rule, as it is stored; `undefined` for one that has not. Throws CastError for
   * dates and times that are none. `strictTypes`: the database stores in a column only what fits its type.
   */
  store(value: unknown, strictTypes: boolean): ColumnValue | undefined
  /** What a content file may hold. */
  readonly seed: SeedForm
  /** A value in a body, and the same value in an answer. */
  readonly example: { readonly body: unknown; readonly answer: unknown }
}
