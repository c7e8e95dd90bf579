/** Publishing and unpublishing, now or later. */
import { badInput } from '../../input/check-input.ts'
import type { ContentType } from '../../schema/schema.ts'

export type Publication = 'publish' | 'unpublish'

export function checkHasDrafts({ uid, draftAndPublish }: ContentType): void {
  if (!draftAndPublish) throw badInput([{ path: [], message: `${uid} has no drafts, so nothing can be published` }])
}
