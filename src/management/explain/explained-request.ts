/** The request that is explained. */
import type { ContentType } from '../../schema/schema.ts'

/** What is asked for: a list, an entry, or a single type. */
export interface ExplainedRequest {
  readonly type: ContentType
  readonly target: 'collection' | 'entry' | 'single'
  readonly entryId: number | null
  readonly search: string
}
