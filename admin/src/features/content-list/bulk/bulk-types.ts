import type { BulkInput } from '../../../../../src/admin-api/content-api.ts'
import type { List } from '../use-list.ts'

/** The entries themselves, or the query that finds them. */
export type Chosen = Pick<BulkInput, 'ids' | 'query'>

export interface BulkDialogProps {
  readonly list: List
  readonly chosen: Chosen
  readonly amount: number
  readonly onClose: () => void
  /** After the entries were changed. */
  readonly onDone?: () => void
}
