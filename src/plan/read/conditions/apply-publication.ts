/** Drafts: entries without `publishedAt`, in types with draft and publish. */
import { PopulusError } from '../../../errors.ts'
import type { PublicationState } from '../../../query/read-request.ts'
import type { ContentType, Model } from '../../../schema/schema.ts'
import { may } from '../../access.ts'
import type { PlanContext } from '../../plan-context.ts'
import type { Condition } from './condition.ts'

/** The condition that hides drafts; `null` if there are none to hide. */
export function isPublished(model: Model, state: PublicationState, context: PlanContext): Condition | null {
  if (!hasDrafts(model) || (state === 'preview' && mayPreview(model, context))) return null
  const attribute = model.attributes.get('publishedAt')
  if (attribute?.kind !== 'scalar') return null
  return { kind: 'test', column: { kind: 'scalar', attribute }, test: { kind: 'null' }, negated: true }
}

/** The condition that hides the drafts that the caller may not know of; filters and sorts apply it to related entries. */
export function isKnowable(model: Model, context: PlanContext): Condition | null {
  return context.dialect.draftsNeedRight ? isPublished(model, 'preview', context) : null
}

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
