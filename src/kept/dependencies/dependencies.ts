/**
 * What an answer depends on. Most of it follows from the plan and is shared by all answers to a query; an answer adds
 * only the ids of the rows that it was made from.
 *
 * The rule, for a change of a table (`is-touched.ts`): it touches an answer if it meets a `Watch` of the table, or if it
 * changes a watched column of a row that one of its `RowWatch`es names. A table that the plan reads and that has neither
 * cannot occur: `plan-dependencies.ts` gives it a watch for any change.
 */
import { type IdSets, NO_IDS } from './id-sets.ts'
import type { RowTest } from './row-tests.ts'

/** Changes of a table that count whichever row they concern. */
export interface Watch {
  /** New rows that pass these tests count; `null`: no new row does. */
  readonly inserts: readonly RowTest[] | null
  readonly deletes: boolean
  /** Updates of these columns count; `any`: every change of the table counts. */
  readonly columns: ReadonlySet<string> | 'any'
}

/** Changes of a table that count if they concern certain rows. */
export interface RowWatch {
  /** The column that identifies the rows: `id`, or the column of a link table that holds the owner. */
  readonly key: string
  /** The set of ids in which the rows' values of that column are looked up. */
  readonly set: number
  /** Updates of other columns do not count. */
  readonly columns: ReadonlySet<string> | 'any'
}

export interface TableDependency {
  readonly watch: Watch | null
  readonly rows: readonly RowWatch[]
}

/** The part that all answers to a query share. */
export interface PlanDependencies {
  readonly tables: ReadonlyMap<string, TableDependency>
  /** How many sets of ids an answer has. */
  readonly sets: number
  /** The memory that this takes, about. */
  readonly bytes: number
}

export interface Dependencies {
  readonly plan: PlanDependencies
  readonly ids: IdSets
  /** The values of the list; without them, every new row may be part of it. */
  readonly values?: readonly unknown[] | undefined
}

/** Of what no change touches. */
export const NO_DEPENDENCIES: Dependencies = Object.freeze({
  plan: Object.freeze({ tables: new Map(), sets: 0, bytes: 0 }),
  ids: NO_IDS,
})
