/** The statements for the rows of the root list: a page from its beginning, and from its end. */
import { findsFew } from '../../plan/cost/choose-reads.ts'
import { type Condition, isFoundByParts, readsOnce } from '../../plan/read/conditions/condition.ts'
import { OFFSET_SLOT, type ValueSlots } from '../../plan/read/list-shape.ts'
import {
  type CursorPage,
  type EntryPlan,
  type ListPlace,
  type PagePlan,
  type ReadPlan,
  rowsBefore,
  rowsShown,
  showsPlaces,
} from '../../plan/read/read-plan.ts'
import type { Model } from '../../schema/schema.ts'
import { aliases, type ConditionSite, compileCondition } from '../compile-condition.ts'
import { compileKey, compileOrder, direction } from '../compile-order.ts'
import { column, type Fragment, join, listValue, name, sql, tableAs } from '../fragment.ts'
import { compilePlace } from '../places/compile-place.ts'
import type { ListProgram } from '../read-program.ts'
import type { PackedQuery } from '../row-format.ts'
import { compileSearched } from '../search/compile-search.ts'
import { compilePacked, type SqlDialect } from '../sql-dialect.ts'
import type { PackedStatement } from '../statement.ts'
import { entryColumns } from './entry-columns.ts'

export const ROOT = 't'
const PAGE = 'p'
/** All entries of the list, with what they are sorted by. */
const LISTED = 'listed'
const TOTAL = 'total'
const asName = () => 'name' as const
const asKey = () => 'key' as const

/** How many rows may be skipped before it pays to find the ids first. */
const MOST_SKIPPED = 100

/** How the rows of a list are read. */
export interface RootForm {
  /** How many rows a page has; without it: all rows, or the first if only one was asked for. */
  readonly limit: number | null
  /** Whether many rows are skipped before the page. */
  readonly skips: boolean
  /** From the end of the list. */
  readonly reversed?: boolean
  /** Whether each row also has its sort keys, which say its place. */
  readonly places: boolean
  /** Only rows after this place, so that rows before it are not skipped one by one. */
  readonly from?: ListPlace
  /** Whether rows are tested one after another in the order of the list, because many are known to pass. */
  readonly each?: boolean
  readonly slots: ValueSlots
}

/** The statement begins with the rows after those that its list's `OFFSET_SLOT` says. */
export function compileRootRows(
  plan: ReadPlan,
  dialect: SqlDialect,
  { limit, skips, reversed = false, slots, places: placed, from: known, each = false }: RootForm,
): PackedStatement | null {
  const { model } = plan.entry
  if (model.table === null) return null
  const cursor = cursorOf(plan.page, known)
  const sortsFound = cursor === null && findsFew(plan.where)
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect, sortsFound, slots }
  const { keys, scalars, values } = entryColumns(plan.entry)
  const from = tableAs(model.table, ROOT)
  const place = cursor === null ? null : compilePlace(cursor, plan.order, site)
  const found = compileListed(plan, model, model.table, site, place)
  const locale = plan.locales === null ? [] : [localeOf(model)]
  const page =
    limit === null
      ? firstOf(plan)
      : dialect.page(
          limit,
          listValue(list => list[OFFSET_SLOT] as number),
        )
  const byId = (alias: string) => sql`${column(alias, 'id')} ${direction('asc', reversed)}`
  const counted = known === undefined && !each && countsInRows(plan)
  const isShort = keys.length === 1 && scalars.length === 0 && !placed
  if (limit === null || (!counted && (isShort || (plan.order.length === 0 && !skips)))) {
    const order = join([...compileOrder(plan.order, site, reversed), byId(ROOT)])
    const selected = values(ROOT, ...locale)
    const query: PackedQuery = select => sql`select ${select(selected)} from ${found} order by ${order}${page}`
    return compilePacked(dialect, [...keys, ...locale.map(asName), ...scalars], query)
  }
  // Rows that are only skipped or sorted need not be read in full: an index may have their ids, which are smaller to sort.
  const sorted = plan.order.map((term, index) => ({ key: `k${index}`, term }))
  const selected = sorted.map(({ key, term }) => sql`${compileKey(term, site)} as ${name(key)}`)
  const order = sorted.map(({ key, term }) => sql`${name(key)} ${direction(term.order, reversed)}`)
  const again = sorted.map(({ key, term }) => sql`${column(PAGE, key)} ${direction(term.order, reversed)}`)
  const keyed = sql`select ${join([column(ROOT, 'id'), ...selected])} from ${found}`
  const inOrder = (alias: string) => sql` order by ${join([...order, byId(alias)])}${page}`
  const ids = counted ? sql`${withTotal(keyed)}${inOrder(LISTED)}` : sql`${keyed}${inOrder(ROOT)}`
  const rows = sql`${from} on ${column(ROOT, 'id')} = ${column(PAGE, 'id')}`
  const joined = dialect.joinInOrder(sql`(${ids}) as ${name(PAGE)}`, rows, join([...again, byId(PAGE)]))
  const places = !placed ? [] : sorted.map(({ key }) => dialect.placeText(column(PAGE, key)))
  const total = counted ? [column(PAGE, TOTAL)] : []
  const more = [...locale, ...places]
  const columns = [...keys, ...more.map(asName), ...total.map(asKey), ...scalars]
  return compilePacked(
    dialect,
    columns,
    select => sql`select ${select(values(ROOT, ...more, ...total))} from ${joined}`,
  )
}

function cursorOf(page: PagePlan | null, known: ListPlace | undefined): Pick<CursorPage, 'place' | 'direction'> | null {
  if (known !== undefined) return { place: known, direction: 'after' }
  return page?.kind === 'cursor' ? page : null
}

/**
 * Whether each row also has the total, because all entries are found before some are shown, and need not be found twice: those of a
 * search, of a filter that is read once, and of an index of parts of texts. PostgreSQL takes comparing a text for as cheap as comparing a
 * number, and would rather compare those of all rows in the order of the list, until a page is full.
 */
export function countsInRows(plan: ReadPlan): boolean {
  const { search, page } = plan
  return page?.withCount === true && page.kind !== 'cursor' && (search !== null || findsAll(plan))
}

/** Whether a filter finds all entries before some are shown. Where many pass, it may be better to test them one after another. */
export function findsAll({ where, page }: ReadPlan): boolean {
  return readsOnce(where) || (isFoundByParts(where) && page?.estimates !== true)
}

function withTotal(keyed: Fragment): Fragment {
  const listed = name(LISTED)
  return sql`with ${listed} as materialized (${keyed}) select ${listed}.*, (select count(*) from ${listed}) as ${name(TOTAL)} from ${listed}`
}

/** Whether the rows are in another order than that of their ids, so that all of them are compared. */
export function isSorted([first]: ReadPlan['order']): boolean {
  return first !== undefined && (first.hops.length > 0 || first.column.kind !== 'id')
}

/** Rows whose ids the request names, in no particular order, as far as they pass. */
export function compileNamedRows(entry: EntryPlan, where: Condition, dialect: SqlDialect): PackedStatement | null {
  const { model } = entry
  if (model.table === null) return null
  const { keys, scalars, values } = entryColumns(entry)
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect }
  const found = sql`${tableAs(model.table, ROOT)}${compileWhere(where, site)}`
  return compilePacked(dialect, [...keys, ...scalars], select => sql`select ${select(values(ROOT))} from ${found}`)
}

/** The same page from the end of the list; its length depends on the total. */
export function compileFromEnd(plan: ReadPlan, dialect: SqlDialect, form: RootForm): ListProgram['fromEnd'] {
  const known = new Map<number, PackedStatement>()
  return (limit, offset) => {
    const skips = skipsMany(offset)
    const key = skips ? limit : -limit - 1
    const statement = known.get(key) ?? compileRootRows(plan, dialect, { ...form, limit, skips, reversed: true })!
    known.set(key, statement)
    return statement
  }
}

/** The rows of a table that are in a list: those that its search has found, if it has one, and that pass. */
export function compileListed(
  { search, where }: Pick<ReadPlan, 'search' | 'where'>,
  model: Model,
  from: string,
  site: ConditionSite,
  place: Fragment | null = null,
): Fragment {
  const rows = search === null ? tableAs(from, site.alias) : compileSearched({ search, where }, model, from, site)
  return sql`${rows}${compileWhere(where, site, place)}`
}

export function compileWhere(where: Condition | null, site: ConditionSite, place: Fragment | null = null): Fragment {
  const conditions = [where === null ? null : compileCondition(where, site), place].filter(part => part !== null)
  return conditions.length === 0 ? sql`` : sql` where ${join(conditions, ' and ')}`
}

function localeOf({ attributes }: ReadPlan['entry']['model']): Fragment {
  const locale = attributes.get('locale')
  return locale?.kind === 'scalar' && locale.column !== null ? column(ROOT, locale.column) : sql`null`
}

/** Whether it pays to find the ids first. */
export function skipsMany(offset: number): boolean {
  return offset > MOST_SKIPPED
}

function firstOf({ envelope }: ReadPlan): Fragment {
  return envelope === 'entry' ? sql` limit 1` : sql``
}

export function rangeOf(page: PagePlan): readonly [number, number] {
  // One more row shows whether there are more.
  return [rowsShown(page) + (showsPlaces(page) ? 1 : 0), rowsBefore(page)]
}
