/**
 * A compiled plan: the statements to run, and the position of each key in their rows. The keys of a row are
 * `[id, ...own, parent]`; `own` are the row's columns that refer to its children.
 */

import type { PlanDependencies } from '../kept/dependencies/dependencies.ts'
import type { PlannedDependencies } from '../kept/dependencies/plan-dependencies.ts'
import type { CountPlan, LinkPlan, LocaleChain, PagePlan, ReadPlan, VariantPlan } from '../plan/read/read-plan.ts'
import type { LazyMap } from '../util/lazy-map.ts'
import type { PackedScalar } from './row-format.ts'
import type { SnippetProgram } from './search/compile-snippets.ts'
import type { PackedStatement } from './statement.ts'

export interface ReadProgram {
  readonly envelope: ReadPlan['envelope']
  readonly flat: boolean
  readonly page: PagePlan | null
  /** For a page next to a place: the order of the list, and where the root rows have their sort keys among their keys. */
  readonly places: ListPlaces | null
  /** Whether the index of words is read. */
  readonly searches: boolean
  /** Where the words of a search are; `null` if nobody asks for that. */
  readonly snippets: SnippetProgram | null
  /** For a chain of locales: where the root rows have their locale among their keys. */
  readonly locales: (LocaleChain & { readonly key: number }) | null
  /** Where `populate=deep` ends; `null` if nothing asks for it. */
  readonly deep: ReadPlan['deep']
  readonly entry: EntryProgram
  /** `null` if the table does not exist. */
  readonly rows: PackedStatement | null
  /** Where the root rows have the total of the list among their keys; `null` if it takes a statement of its own. */
  readonly totalKey: number | null
  /** The total, if the query asks for it. */
  readonly count: CountedList | null
  /** For a list that is read as a whole to find a page of it. */
  readonly order: OrderedList | null
  /** The same rows as `rows`, counted from the end of the list, in reverse order. */
  readonly fromEnd: ((limit: number, offset: number) => PackedStatement) | null
  /** The expected cost of a read, in points. */
  readonly cost: number
  /** Levels of populate. */
  readonly depth: number
  /** How many groups of rows a read fills at least. */
  readonly slots: number
  /** Every table that the statements may read. */
  readonly tables: readonly string[]
  /** Whether the answers also depend on the time. Such answers are never kept. */
  readonly timed: boolean
  /** What the answers depend on, besides the rows that each of them shows. */
  readonly depends: PlannedDependencies
}

/** A fact about a whole list. */
interface ListFactProgram {
  readonly statement: PackedStatement
  /** Equal for all pages of the list. */
  readonly key: string
  readonly depends: PlanDependencies
}

/** Its statement returns the number of entries. */
export type CountedList = ListFactProgram

/** Its statement returns the ids of all entries, in order. */
export interface OrderedList extends ListFactProgram {
  /** Root rows by their ids, in no particular order. */
  readonly rows: PackedStatement
}

export interface ListPlaces {
  readonly orderedBy: string
  readonly firstKey: number
  readonly keys: number
}

export interface EntryProgram {
  readonly scalars: readonly PackedScalar[]
  readonly children: readonly ChildProgram[]
}

export type ChildProgram = LinkProgram | CountProgram | VariantProgram

export interface LinkProgram {
  readonly kind: 'link'
  readonly plan: LinkPlan
  readonly entry: EntryProgram
  /** Rows by parent. */
  readonly slot: number
  /** `null` if the storage does not exist: there are no rows. */
  readonly statement: PackedStatement | null
  /** Index in the parent's keys of the value that identifies its children. */
  readonly keyIndex: number
  /** Index in the child's keys of the same value. */
  readonly parentIndex: number
  /** Totals by parent, for a page that shows its total. */
  readonly total: { readonly slot: number; readonly statement: PackedStatement } | null
}

export interface CountProgram {
  readonly kind: 'count'
  readonly plan: CountPlan
  readonly slot: number
  readonly statement: PackedStatement | null
  readonly keyIndex: number
}

export interface VariantProgram {
  readonly kind: 'variant'
  readonly plan: VariantPlan
  /** Rows of the link table with the keys `[parent, type, id]`, by parent. */
  readonly slot: number
  /** `null` if the parent's own row names the child, or if there is no storage. */
  readonly links: PackedStatement | null
  /** Indexes of id and type in the parent's keys, if these name the child. */
  readonly own: { readonly idIndex: number; readonly typeIndex: number } | null
  /** By model; compiled when the first row of the model is met. */
  readonly variants: LazyMap<VariantEntryProgram>
}

export interface VariantEntryProgram {
  readonly entry: EntryProgram
  /** Rows by id. */
  readonly slot: number
  readonly statement: PackedStatement | null
}
