/** Drafts: entries of a type with draft and publish that have no `publishedAt`. */
import type { PublicationState } from '../../query/read-request.ts'
import type { Model } from '../../schema/schema.ts'
import type { Condition } from './condition.ts'

/** The condition that hides drafts, where there are any to hide. */
export function isPublished(model: Model, state: PublicationState): Condition | null {
  if (state === 'preview' || model.kind !== 'type' || !model.draftAndPublish) return null
  const attribute = model.attributes.get('publishedAt')
  if (attribute?.kind !== 'scalar') return null
  return { kind: 'test', column: { kind: 'scalar', attribute }, test: { kind: 'null' }, negated: true }
}
