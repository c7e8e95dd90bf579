/**
 * A compiled plan: the statements to run, and the position of each key in their rows. The keys of a row are
 * `[id, ...own, parent]`; `own` are the row's columns that refer to its children.
 */

import type { PlanDependencies } from '../kept/dependencies/dependencies.ts'
import type { PlannedDependencies } from '../kept/dependencies/plan-dependencies.ts'
import type { PassesMarks } from '../kept/dependencies/row-marks.ts'
import type { ListValue } from '../plan/read/list-shape.ts'
import type {
  CountPlan,
  LinkPlan,
  ListPlace,
  LocaleChain,
  PagePlan,
  ReadPlan,
  ShownPlan,
  VariantPlan,
} from '../plan/read/read-plan.ts'
import type { LazyMap } from '../util/lazy-map.ts'
import type { PackedScalar } from './row-format.ts'
import type { SnippetProgram } from './search/compile-snippets.ts'
import type { PackedStatement } from './statement.ts'

export interface ReadProgram {
  readonly envelope: ReadPlan['envelope']
  readonly shown: ShownProgram
  /** `null` for an entry whose id the request names. */
  readonly list: ListProgram | null
  /** The values of the list. */
  readonly values: readonly ListValue[]
  readonly page: PagePlan | null
  /** The expected cost of a read, in points. */
  readonly cost: number
  /** Every table that the statements may read. */
  readonly tables: readonly string[]
  /** Whether the answers also depend on the time. Such answers are never kept. */
  readonly timed: boolean
}

/** How entries become JSON: the same for every list that they may be in. */
export interface ShownProgram {
  /** Whether entries are shown without `data` and `attributes`. */
  readonly flat: boolean
  /** Where `populate=deep` ends; `null` if nothing asks for it. */
  readonly deep: ShownPlan['deep']
  readonly entry: EntryProgram
  /** Entries by their ids, in no particular order, as far as they exist for the caller; `null` if the table does not exist. */
  readonly rows: PackedStatement | null
  /** Levels of populate. */
  readonly depth: number
  /** How many groups of rows a read fills at least. */
  readonly slots: number
  readonly tables: readonly string[]
  readonly timed: boolean
  /** What an entry depends on. */
  readonly depends: PlannedDependencies
}

/** How entries are found. The statements are those of all lists of one shape. */
export interface ListProgram {
  /** The entries of the page, in order; `null` if the table does not exist. */
  readonly rows: PackedStatement | null
  /** Where the rows have their sort keys among their keys, and the order of the list; `null` if they have none. */
  readonly places: ListPlaces | null
  /** Whether the index of words is read. */
  readonly searches: boolean
  /** Where the words of a search are; `null` if nobody asks for that. */
  readonly snippets: SnippetProgram | null
  /** For a chain of locales: where the rows have their locale among their keys. */
  readonly locales: (LocaleChain & { readonly key: number }) | null
  /** Where the rows have the total of the list among their keys; `null` if it takes a statement of its own. */
  readonly totalKey: number | null
  /** The total, if the query asks for it. */
  readonly count: ListFactProgram | null
  /** All ids in order, for a list that is read as a whole to find a page of it. */
  readonly order: ListFactProgram | null
  /** The same rows as `rows`, counted from the end of the list, in reverse order. */
  readonly fromEnd: ((limit: number, offset: number) => PackedStatement) | null
  /** The same pages if the list is known to be long; `null` if it makes no difference. */
  readonly ifLong: Pick<ListProgram, 'rows' | 'fromEnd'> | null
  /** The same rows, read from a place before them; `null` if they are not far from the beginning. */
  readonly fromPlace: PlacedPages | null
  readonly tables: readonly string[]
  readonly timed: boolean
  /** Which entries the list has, and in which order, depends on this. */
  readonly depends: PlanDependencies
}

/** A fact about a whole list. */
export interface ListFactProgram extends ListFactKey {
  readonly statement: PackedStatement
}

export interface ListFactKey {
  /** Equal for all pages of lists of the shape. */
  readonly key: string
  /** How many of the values of the list it depends on, after the first. */
  readonly values: number
  readonly depends: PlanDependencies
  /** Which rows the list has, if what changes tell of rows says that. */
  readonly passes: PassesMarks | null
}

/** Places of the list are kept as a fact about it. */
export interface PlacedPages extends ListFactKey {
  /** Whether the database can continue from this place. */
  readonly isPossible: (place: ListPlace) => boolean
  /** The values of the list are followed by those of the place, and begin with the number of rows between it and the page. */
  readonly rows: (place: ListPlace) => PackedStatement
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
