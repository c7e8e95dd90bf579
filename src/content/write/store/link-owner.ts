import type { Model } from '../../../schema/schema.ts'

/** The row that has links: an entry or a component. */
export interface LinkOwner {
  readonly model: Model
  readonly id: number
  /** A new entry has no links yet. */
  readonly isNew: boolean
}
