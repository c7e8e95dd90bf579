/** The contract of the tables of a search index; `sqlite-store.ts` and `postgres-store.ts` implement it. */
import type { Fragment } from '../../sql/fragment.ts'
import type { IndexedRow } from './index-row.ts'

export interface SearchStore {
  /** Returns a row if the tables exist. */
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
  markAll(table: string, source: number): Fragment
  /** Returns a row if rows are marked. */
  marked(sources: readonly number[]): Fragment
  /** Takes some marks: returns `source`, `row_id`. The row 0 stands for all rows. */
  takeMarks(sources: readonly number[], most: number): Fragment
  /** A query for the marked rows: `id` and the columns as text. Nobody changes them until the transaction ends. */
  rows(table: string, columns: readonly string[], ids: readonly number[]): Fragment
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
