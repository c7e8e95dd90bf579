/** What will be read: a tree of entries, everything resolved against the schema and the caller's rights. */
import type {
  FixedColumn,
  LinkedAttribute,
  LinkTable,
  Model,
  MorphAttribute,
  ScalarAttribute,
  ZoneAttribute,
} from '../../schema/schema.ts'
import type { ColumnRef, Condition } from './conditions/condition.ts'
import type { SearchPlan } from './search/search-plan.ts'
import type { OrderHop } from './sort/order-hop.ts'

/** What is shown of each entry, and which rows are entries at all. It is the same for every list that the entry may be in. */
export interface ShownPlan {
  readonly entry: EntryPlan
  /** The rows that exist for the caller, and have what `populate` requires of them; `null`: all rows. */
  readonly exists: Condition | null
  /** Whether entries are shown without `data` and `attributes`, inside the same envelope. */
  readonly flat: boolean
  /** Where `populate=deep` ends although there is more; `null` if nothing asks for it. */
  readonly deep: readonly DeepStop[] | null
  /** Names without meaning in this part of the query. */
  readonly hints: readonly string[]
  /** How many filters this part of the query has. */
  readonly terms: number
}

export interface ReadPlan {
  /** The form of the answer; `entries` is a list without pagination, and the `flat` forms have no envelope at all. */
  readonly envelope: 'collection' | 'entry' | 'entries' | 'flat-list' | 'flat-entry'
  readonly shown: ShownPlan
  /** The same as `shown.entry`, unless a part of it is read for a purpose of its own. */
  readonly entry: EntryPlan
  readonly where: Condition | null
  /** The entries must contain certain words, too; `null`: no matter which. */
  readonly search: SearchPlan | null
  readonly order: readonly OrderTerm[]
  readonly page: PagePlan | null
  /** The locales in which entries may be shown, for lists where each entry is shown in one of them. */
  readonly locales: LocaleChain | null
  /** Names without meaning, sent in a header with the answer. */
  readonly hints: readonly string[]
  /** The expected cost in points. */
  readonly cost: number
}

export interface DeepStop {
  /** The attribute that is not followed, or for `depth` the entry that would have more. */
  readonly at: string
  readonly why: 'depth' | 'cycle' | 'budget'
}

export interface LocaleChain {
  readonly asked: string
  /** From the best to the last one; the first is `asked`. */
  readonly codes: readonly string[]
}

/** One kind of row, and which parts of it are shown. */
export interface EntryPlan {
  readonly model: Model
  /** In output order. */
  readonly scalars: readonly ScalarPlan[]
  /** In output order, after the scalars. */
  readonly children: readonly ChildPlan[]
}

/** A value of a row: that of an attribute, or what is shown of it. */
export interface ScalarPlan extends Pick<ScalarAttribute, 'name' | 'type' | 'column'> {
  readonly view?: JsonView | undefined
}

/** What is shown of a JSON value. */
export type JsonView =
  /** A value inside it; null if there is none. */
  | { readonly kind: 'member'; readonly path: readonly string[] }
  /** All of it but the object at `key`. Those members of that object which `beside` names follow it, under their own names. */
  | { readonly kind: 'opened'; readonly key: string; readonly beside: readonly string[] }
  /** Only the parts at these paths, in their places; an empty path is all of it. */
  | {
      readonly kind: 'parts'
      readonly paths: readonly JsonPath[]
      /** Of the objects in it, only these members are shown, and those that a path names. */
      readonly keys?: ReadonlySet<string>
    }

/** The names of members, and positions in lists. */
export type JsonPath = readonly string[]

export type ChildPlan = (LinkPlan | CountPlan | VariantPlan) & Requiring

/** Whether parents without any of the rows are left out. The condition on them is part of the plan of the parents. */
interface Requiring {
  readonly required?: boolean
}

/** Rows of one model, reached through a link. */
export interface LinkPlan {
  readonly kind: 'link'
  readonly attribute: LinkedAttribute
  readonly entry: EntryPlan
  readonly where: Condition | null
  readonly order: readonly OrderTerm[]
  /** The direction of the stored order. */
  readonly ordering: 'asc' | 'desc'
  readonly slice: SlicePlan | null
  /** Whether only the ids of the rows are shown. Then the entry has no scalars and no children. */
  readonly idsOnly: boolean
  /** How an empty list is shown. */
  readonly empty: '[]' | 'null'
}

/** The number of related rows, or whether there are any. */
export interface CountPlan {
  readonly kind: 'count'
  readonly shows: 'count' | 'exists'
  readonly attribute: LinkedAttribute
  readonly target: Model
  readonly where: Condition | null
}

/** Rows of several models in one list: dynamic zones and morph relations. */
export interface VariantPlan {
  readonly kind: 'variant'
  readonly attribute: ZoneAttribute | MorphAttribute
  /** What is shown, by the uid of the row's model. Rows of models that are not listed are left out. */
  readonly variants: ReadonlyMap<string, Variant>
  /** Which rows of each parent are shown, counted across all models. */
  readonly slice: SlicePlan | null
  /** Whether an empty list is shown; if not, it is absent. */
  readonly showsEmpty: boolean
  /** Links with these values are passed over: the attribute that made them may not be read. */
  readonly hiddenLinks: readonly (readonly FixedColumn[])[]
}

export interface Variant extends Requiring {
  readonly entry: EntryPlan
  readonly where: Condition | null
  /** For components that are not found from their entry: one of these must hold them. */
  readonly holders: readonly Holder[] | null
  /** Which rows of each parent are shown, counted over the rows of this model. */
  readonly slice: SlicePlan | null
}

/** Rows of a model that hold a component through a link: entries, or components that one of `holders` must hold in turn. */
export interface Holder {
  readonly model: Model
  readonly link: LinkTable
  readonly where: Condition | null
  readonly holders: readonly Holder[] | null
}

export interface OrderTerm {
  /** The attributes to follow to reach the column, each with the model it leads to. */
  readonly hops: readonly OrderHop[]
  /** `rank`: how well the entry matches the plan's search; `count`: how many rows the last hop leads to. */
  readonly column: ColumnRef | { readonly kind: 'rank' } | { readonly kind: 'count' }
  readonly order: 'asc' | 'desc'
}

/** Whether entries are sorted by a stored value, not by one that is found for the answer. */
export function isColumn(column: OrderTerm['column']): column is ColumnRef {
  return column.kind === 'id' || column.kind === 'scalar'
}

export type PagePlan =
  | ({ readonly kind: 'page'; readonly page: number; readonly pageSize: number } & Counting & Linked)
  | ({ readonly kind: 'offset'; readonly start: number; readonly limit: number } & Counting & Linked)
  | CursorPage

/** Whether the total is shown. */
interface Counting {
  readonly withCount: boolean
  /** Whether the total of a long list need not be exact. */
  readonly estimates?: boolean
}

/** Whether a numbered page also shows the places next to it. */
interface Linked {
  readonly links?: boolean
}

/** Up to so many entries, totals are exact. */
export const EXACT_TOTAL = 10_000

/** The entries next to a place in the list. */
export interface CursorPage extends Counting {
  readonly kind: 'cursor'
  readonly limit: number
  readonly direction: 'after' | 'before'
  /** `null`: the beginning or the end of the list. */
  readonly place: ListPlace | null
}

/** How many rows come before a page; no database counts further than this. */
export function rowsBefore(page: PagePlan): number {
  if (page.kind === 'cursor') return 0
  return Math.min(page.kind === 'page' ? (page.page - 1) * page.pageSize : page.start, Number.MAX_SAFE_INTEGER)
}

/** How many rows a page shows at most. */
export function rowsShown(page: PagePlan): number {
  return page.kind === 'page' ? page.pageSize : page.limit
}

/** Whether an answer says where its page begins and ends. */
export function showsPlaces(page: PagePlan | null): boolean {
  return page !== null && (page.kind === 'cursor' || page.links === true)
}

/** A place in a list: that of an entry which was there once. */
export interface ListPlace {
  /** Its sort keys, as the database writes them; `null` for a key without a value. */
  readonly keys: readonly (string | null)[]
  readonly id: number
}

/** Paging per parent, never by places; `meta` is the requested page, shown next to the data. */
export interface SlicePlan {
  readonly start: number
  readonly limit: number | null
  readonly meta: Exclude<PagePlan, CursorPage> | null
}
