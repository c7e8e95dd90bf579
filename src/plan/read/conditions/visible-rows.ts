/**
 * Which rows of a model exist for the caller. Everything that looks at rows asks here, at every depth: lists, single entries,
 * related entries, filters, sorts, counts, translations. Rows that do not exist for a caller change no answer.
 */
import { PopulusError } from '../../../errors.ts'
import type { PublicationState } from '../../../query/read-request.ts'
import type { ContentType, Model } from '../../../schema/schema.ts'
import { may } from '../../access.ts'
import type { PlanContext } from '../../plan-context.ts'
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

// Drafts: entries without `publishedAt`, in types with draft and publish.

/** Rejects `publicationState=preview` for a type whose drafts the caller may not read. */
export function checkPreview(model: Model, state: PublicationState | null, path: string, context: PlanContext): void {
  if (state !== 'preview' || !hasDrafts(model) || mayPreview(model, context)) return
  throw new PopulusError('forbidden', {}, { hint: `${path}=preview needs the right ${draftsAction(model)}` })
}

function hasDrafts(model: Model): model is ContentType {
  return model.kind === 'type' && model.draftAndPublish
}

export function mayPreview(type: ContentType, { access, dialect }: Pick<PlanContext, 'access' | 'dialect'>): boolean {
  return !dialect.draftsNeedRight || may(access, draftsAction(type))
}

function draftsAction({ uid }: ContentType): string {
  return `${uid}.findDrafts`
}
