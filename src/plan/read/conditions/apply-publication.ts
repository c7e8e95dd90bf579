/** Drafts: entries without `publishedAt`, in types with draft and publish. */
import { PopulusError } from '../../../errors.ts'
import type { PublicationState } from '../../../query/read-request.ts'
import type { ContentType, Model } from '../../../schema/schema.ts'
import { may } from '../../access.ts'
import type { PlanContext } from '../../plan-context.ts'

/** Rejects `publicationState=preview` for a type whose drafts the caller may not read. */
export function checkPreview(model: Model, state: PublicationState | null, path: string, context: PlanContext): void {
  if (state !== 'preview' || !hasDrafts(model) || mayPreview(model, context)) return
  throw new PopulusError('forbidden', {}, { hint: `${path}=preview needs the right ${draftsAction(model)}` })
}

export function hasDrafts(model: Model): model is ContentType {
  return model.kind === 'type' && model.draftAndPublish
}

export function mayPreview(type: ContentType, { access, dialect }: Pick<PlanContext, 'access' | 'dialect'>): boolean {
  return !dialect.draftsNeedRight || may(access, draftsAction(type))
}

function draftsAction({ uid }: ContentType): string {
  return `${uid}.findDrafts`
}
