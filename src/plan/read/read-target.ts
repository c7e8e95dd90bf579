import type { RecordedCondition } from './conditions/condition.ts'

/**
 * What is read: a page of a collection, one entry by its id, or the entry of a single type. The `flat` kinds are the
 * answers of plug-in routes: no envelope, no attributes, and no page unless `start` or `limit` asks for one. `stored`
 * is an entry that was just stored, published or not. `first` is the first entry of a collection that a query selects.
 */
export type ReadTarget =
  | CollectionTarget
  | {
      readonly kind: 'entry' | 'single' | 'first' | 'stored' | 'flat-list' | 'flat-entry' | 'flat-stored'
    }
  | UniqueTarget

export interface CollectionTarget {
  readonly kind: 'collection'
  /** Conditions that no query can name. */
  readonly among?: readonly RecordedCondition[]
}

/** One entry by the value of a unique field: `slug:my-post`. */
export interface UniqueTarget {
  readonly kind: 'unique'
  readonly field: string
  readonly value: string
}

const BY_ID: readonly ReadTarget['kind'][] = ['entry', 'stored', 'flat-entry', 'flat-stored']
const BY_ID_STATES: readonly ReadTarget['kind'][] = ['entry', 'stored', 'flat-stored', 'unique']

/** Whether the request names the id of the entry. */
export function isById({ kind }: ReadTarget): boolean {
  return BY_ID.includes(kind)
}

/** Whether drafts are shown wherever reading by id shows them. */
export function showsDraftsById({ kind }: ReadTarget): boolean {
  return BY_ID_STATES.includes(kind)
}

/** Whether an entry is shown whatever its state, because it was just stored. */
export function isStored({ kind }: ReadTarget): boolean {
  return kind === 'stored' || kind === 'flat-stored'
}
