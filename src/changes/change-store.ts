/** The statements of the feed of changes, which differ between the databases. */
import type { Fragment } from '../sql/fragment.ts'
import type { RunFragment } from '../storage/run-fragment.ts'
import type { NewChange } from './change.ts'
import type { ChangeFilter } from './change-rows.ts'

export interface ChangeStore {
  /** As the log of changed tables names it. */
  readonly table: string
  /** A row if the tables are there. */
  readonly exists: Fragment
  create(log: string): readonly Fragment[]
  insert(changes: readonly NewChange[]): Fragment
  /** A row if there are changes that have no position yet; `null` where each has one from the start. */
  readonly unnumbered: Fragment | null
  /** Gives positions to changes that were committed since the last call. Others who call it wait until the transaction ends. */
  number(run: RunFragment): Promise<void>
  /** One row: the name of the log, its last position, and the last one that was dropped. */
  readonly horizon: Fragment
  /** Rows `[position, type, id, locale, action, kind of the author, id of the author, time]`. */
  page(after: number, most: number): Fragment
  /** Rows like those of a page, the newest first. */
  search(filter: ChangeFilter): Fragment
  /** The last position and the last time among the oldest changes; no row if there are none. */
  oldest(most: number): Fragment
  drop(upTo: number): readonly Fragment[]
}
