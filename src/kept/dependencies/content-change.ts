/** What a write has changed, as precisely as its author knows. Plain data: it also travels between processes. */

import type { MovedRow } from './row-marks.ts'

/** The rows that one statement has changed in a table. */
export interface TableChange {
  readonly table: string
  /** `any`: nobody knows what was changed. */
  readonly kind: 'insert' | 'update' | 'delete' | 'any'
  /** The columns that an `update` has set. */
  readonly columns: readonly string[]
  /**
   * Which rows: for some columns that hold ids, all values that the changed rows have there, before and after. Rows may
   * have any value in a column that is not listed.
   */
  readonly keys: Readonly<Record<string, readonly number[]>>
  /**
   * Of a single new row: for some columns, a small hash of the value, or `null` for null. It is enough to know that a row
   * has another value, and too little to learn the value from a notice.
   */
  readonly hashes?: Readonly<Record<string, number | null>>
  /** What every changed row was and is; absent if that is not known. */
  readonly moved?: readonly MovedRow[]
}

/** Everything that one transaction has changed; `all` when nobody knows which tables. */
export type ContentChange = readonly TableChange[] | 'all'

/** Anything may have changed in this table. */
export function anyChange(table: string): TableChange {
  return { table, kind: 'any', columns: [], keys: {} }
}

/** The same change, told a second time: it has moved no rows since the first time. */
export function toldAgain(change: ContentChange): ContentChange {
  if (change === 'all') return change
  return change.map(each => (each.moved === undefined ? each : { ...each, moved: [] }))
}

/** The same change, of which it is not known what its rows were and are. */
export function withoutMoves(change: ContentChange): ContentChange {
  return change === 'all' ? change : change.map(({ moved: _, ...each }) => each)
}

/** How many ids a change names. */
export function idCount({ keys }: TableChange): number {
  let count = 0
  for (const ids of Object.values(keys)) count += ids.length
  return count
}

/**
 * What the search index has of a table changes under a name of its own, because it can change later than the table. Notices of changes
 * can have no names with spaces.
 */
export function indexedTable(table: string): string {
  return `search:${table}`
}
