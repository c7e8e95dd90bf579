/**
 * Which rows of a model exist for the caller. Everything that looks at rows asks here, at every depth: lists, single entries,
 * related entries, filters, sorts, counts, translations. Rows that do not exist for a caller change no answer.
 */
import type { PublicationState } from '../../../query/read-request.ts'
import type { Model } from '../../../schema/schema.ts'
import type { PlanContext } from '../../plan-context.ts'
import { hasDrafts, mayPreview } from './apply-publication.ts'
import { type Condition, combine } from './condition.ts'

/**
 * `live`: no drafts. `preview`: drafts too, if the caller may read them; filters and sorts apply it to related entries.
 * `stored`: whatever its state, for an entry that the caller has just stored. `null`: all rows.
 */
export function visibleRows(
  model: Model,
  state: PublicationState | 'stored',
  context: Pick<PlanContext, 'access' | 'dialect'>,
): Condition | null {
  return combine('all', [isPublished(model, state, context), context.access.rows?.get(model.uid)?.read ?? null])
}

function isPublished(
  model: Model,
  state: PublicationState | 'stored',
  context: Pick<PlanContext, 'access' | 'dialect'>,
): Condition | null {
  if (state === 'stored' || !hasDrafts(model) || (state === 'preview' && mayPreview(model, context))) return null
  const attribute = model.attributes.get('publishedAt')
  if (attribute?.kind !== 'scalar') return null
  return { kind: 'test', column: { kind: 'scalar', attribute }, test: { kind: 'null' }, negated: true }
}
