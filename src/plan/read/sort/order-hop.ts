/** A step from an entry to related rows. */
import type { LinkedAttribute, Model } from '../../../schema/schema.ts'
import type { Condition } from '../conditions/condition.ts'

export interface OrderHop {
  readonly attribute: LinkedAttribute
  readonly target: Model
  /** The related rows that exist for the caller; `null`: all of them. */
  readonly visible: Condition | null
}
