/** The contract of the tables of a search index; `sqlite-store.ts` and `postgres-store.ts` implement it. */
import type { Fragment } from '../../sql/fragment.ts'
import type { IndexedRow } from './index-row.ts'

export interface SearchStore {
  /** Returns a row for each table that exists of `sources` and `unbuilt`, which came later. */
  readonly exists: Fragment
  readonly create: readonly Fragment[]
  readonly drop: readonly Fragment[]
  /** Returns `id`, `name`, `definition`. */
  readonly sources: Fragment
  /** Returns its `id`. */
  saveSource(name: string, definition: string): Fragment
  removeSource(id: number): Fragment
  /** Returns the tables that have all triggers. */
  readonly followed: Fragment
  /** Rows of the table are marked when one of the columns changes, whoever changes it. */
  follow(table: string, source: number, columns: readonly string[]): readonly Fragment[]
  unfollow(table: string): readonly Fragment[]
  /** From now on, the rows after `last` count as not indexed. */
  saveUnbuilt(source: number, last: number): Fragment
  removeUnbuilt(source: number): Fragment
  /** The sources whose rows are not all indexed: `source`, `last_row`. */
  unbuilt(sources: readonly number[]): Fragment
  /** One of them, which no other transaction gets before this one ends. */
  takeUnbuilt(sources: readonly number[]): Fragment
  /** Returns the number of marks, but no more than `most`. */
  marked(sources: readonly number[], most: number): Fragment
  /** Takes some marks, the latest first where marks have an order: returns `source`, `row_id`. The row 0 stands for all rows. */
  takeMarks(sources: readonly number[], most: number): Fragment
  /** A query for the marked rows: `id` and the columns as text. Nobody changes them until the transaction ends. */
  rows(table: string, columns: readonly string[], ids: readonly number[]): Fragment
  /** The same for the next rows in the order of their ids. */
  rowsAfter(table: string, columns: readonly string[], last: number, most: number): Fragment
  /** Returns the largest id. */
  lastRow(table: string): Fragment
  add(source: number, rows: readonly (readonly [id: number, row: IndexedRow])[]): Fragment
  remove(source: number, ids: readonly number[]): Fragment
  removeAll(source: number): Fragment
  /** Returns those of the tokens that similar words lead to already. */
  knownNear(tokens: readonly string[]): Fragment
  addNear(entries: readonly (readonly [string, string])[]): Fragment
  readonly removeNear: Fragment
  /** Makes looking up words cheaper after many rows were indexed. */
  readonly tidy: readonly Fragment[]
}
