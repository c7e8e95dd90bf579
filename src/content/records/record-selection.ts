/** Which types are read as records, and which of their attributes. */

import type { Attribute, Component, ContentType, Model, RelationAttribute, Schema } from '../../schema/schema.ts'
import { type Fragment, sql } from '../../sql/fragment.ts'

/** Types and their parts. */
export interface Selection {
  readonly types: readonly ContentType[]
  /** Every component that an attribute of the types, or of such a component, may contain. */
  readonly components: readonly Component[]
  attributesOf(model: Model): readonly Attribute[]
  /** Which entries of a type are meant, by a condition on its table with this alias; all if absent or `null`. */
  readonly entriesOf?: ((type: ContentType, alias: string) => Fragment | null) | undefined
}

/** References lead only to entries that are meant. */
export function conditionOn(
  { entriesOf }: Selection,
  model: Model,
  alias: string,
  before: 'and' | 'where' = 'and',
): Fragment {
  const condition = model.kind === 'type' ? (entriesOf?.(model, alias) ?? null) : null
  if (condition === null) return sql``
  return before === 'and' ? sql` and ${condition}` : sql` where ${condition}`
}

/** The column for the position of the entry within its relation's target. */
export function inverseOrderColumn(schema: Schema, attribute: RelationAttribute): string | null {
  const { link, inversedBy, target } = attribute
  if (link?.kind !== 'table' || inversedBy === null) return null
  const inverse = schema.types.get(target)?.attributes.get(inversedBy)
  if (inverse?.kind !== 'relation' || inverse.link?.kind !== 'table' || inverse.link.table !== link.table) return null
  return inverse.link.orderColumn === link.orderColumn ? null : inverse.link.orderColumn
}
