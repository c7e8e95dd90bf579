/** Front door: turns a ReadPlan into a ReadProgram. Pure, and never fails because of what a client sent. */

import { planDependencies, totalDependencies } from '../dependencies/plan-dependencies.ts'
import type { Condition } from '../plan/read/conditions/condition.ts'
import { orderName } from '../plan/read/list-place.ts'
import { populateDepth } from '../plan/read/populate-depth.ts'
import type {
  ChildPlan,
  CountPlan,
  EntryPlan,
  LinkPlan,
  PagePlan,
  ReadPlan,
  ScalarPlan,
  Variant,
  VariantPlan,
} from '../plan/read/read-plan.ts'
import { ATTRIBUTE_TYPES } from '../schema/attributes/registry.ts'
import { lazyMap } from '../util/lazy-map.ts'
import { aliases, type ConditionSite, compileCondition } from './compile-condition.ts'
import {
  compileLinkCount,
  compileLinkRows,
  compileTypedLinks,
  compileVariantRows,
  type EntryColumns,
} from './compile-link.ts'
import { compileKey, compileOrder, direction } from './compile-order.ts'
import { compilePacked } from './compile-packed.ts'
import { column, type Fragment, join, name, sql, table } from './fragment.ts'
import { compilePlace } from './places/compile-place.ts'
import { planTables } from './plan-tables.ts'
import type {
  ChildProgram,
  CountProgram,
  EntryProgram,
  LinkProgram,
  ListPlaces,
  ReadProgram,
  VariantEntryProgram,
  VariantProgram,
} from './read-program.ts'
import type { PackedQuery, PackedScalar } from './row-format.ts'
import { compileFound, FOUND } from './search/compile-search.ts'
import type { SqlDialect } from './sql-dialect.ts'
import type { PackedStatement } from './statement.ts'

const NO_VALUES = Buffer.alloc(0)
const ROOT = 't'
const PAGE = 'p'
const asName = () => 'name' as const

interface Compilation {
  readonly dialect: SqlDialect
  readonly nextSlot: () => number
}

/** `otherPage` is the program for another page of the same list; everything except the page is reused from it. */
export function compileRead(plan: ReadPlan, dialect: SqlDialect, otherPage?: ReadProgram): ReadProgram {
  const rows = compileRootRows(plan, dialect, {
    range: plan.page === null ? null : compileRange(plan.page),
    reversed: plan.page?.kind === 'cursor' && plan.page.direction === 'before',
  })
  const isCounted = plan.page?.withCount === true && plan.page.kind !== 'cursor'
  const fromEnd = isCounted ? compileFromEnd(plan, dialect) : null
  if (otherPage !== undefined) return Object.freeze({ ...otherPage, page: plan.page, cost: plan.cost, rows, fromEnd })
  let slots = 0
  const compilation: Compilation = { dialect, nextSlot: () => slots++ }
  const entry = compileEntry(plan.entry, compilation)
  const count = plan.page?.withCount === true ? compileRootCount(plan, dialect) : null
  const { tables, timed } = planTables(plan)
  return Object.freeze({
    envelope: plan.envelope,
    flat: plan.flat,
    page: plan.page,
    searches: plan.search !== null,
    places: plan.page?.kind === 'cursor' ? placesOf(plan) : null,
    locales: plan.locales === null ? null : { ...plan.locales, key: 1 + keyColumns(plan.entry.children).size },
    deep: plan.deep,
    entry,
    rows,
    count,
    fromEnd,
    slots,
    cost: plan.cost,
    depth: populateDepth(plan.entry),
    tables,
    timed,
    depends: planDependencies(plan, tables),
    totalDepends: totalDependencies(plan, count?.tables ?? []),
  })
}

/** How many rows may be skipped before it pays to find the ids first. */
const MOST_SKIPPED = 100

/** A page of a list. */
interface Range {
  readonly limit: number
  readonly offset: number
}

/** Without a range: all rows, or the first if only one was asked for. `reversed` starts at the end of the list. */
function compileRootRows(
  plan: ReadPlan,
  dialect: SqlDialect,
  { range, reversed = false }: { readonly range: Range | null; readonly reversed?: boolean },
): PackedStatement | null {
  const { model } = plan.entry
  if (model.table === null) return null
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect }
  const { keys, scalars, values } = entryColumns(plan.entry)
  const from = sql`${table(model.table)} as ${name(ROOT)}`
  const cursor = plan.page?.kind === 'cursor' ? plan.page : null
  const place = cursor === null ? null : compilePlace(cursor, plan.order, site)
  const found = sql`${compileSearched(plan, from, site)}${compileWhere(plan.where, site, place)}`
  const locale = plan.locales === null ? [] : [localeOf(model)]
  const page = range === null ? firstOf(plan) : dialect.page(range.limit, range.offset)
  const byId = (alias: string) => sql`${column(alias, 'id')} ${direction('asc', reversed)}`
  const skips = plan.order.length > 0 || (range?.offset ?? 0) > MOST_SKIPPED
  if (range === null || !skips) {
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
  const ids = sql`select ${join([column(ROOT, 'id'), ...selected])} from ${found} order by ${join([...order, byId(ROOT)])}${page}`
  const rows = sql`${from} on ${column(ROOT, 'id')} = ${column(PAGE, 'id')}`
  const joined = dialect.joinInOrder(sql`(${ids}) as ${name(PAGE)}`, rows, join([...again, byId(PAGE)]))
  const places = cursor === null ? [] : sorted.map(({ key }) => dialect.placeText(column(PAGE, key)))
  const more = [...locale, ...places]
  const columns = [...keys, ...more.map(asName), ...scalars]
  return compilePacked(dialect, columns, select => sql`select ${select(values(ROOT, ...more))} from ${joined}`)
}

function compileFromEnd(plan: ReadPlan, dialect: SqlDialect): ReadProgram['fromEnd'] {
  // The same page is often read again while the list does not grow.
  let known: (Range & { readonly statement: PackedStatement }) | undefined
  return (limit, offset) => {
    if (known?.limit !== limit || known.offset !== offset)
      known = {
        limit,
        offset,
        statement: compileRootRows(plan, dialect, { range: { limit, offset }, reversed: true })!,
      }
    return known.statement
  }
}

function compileRootCount(plan: ReadPlan, dialect: SqlDialect): PackedStatement | null {
  const { model } = plan.entry
  if (model.table === null) return null
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect }
  const from = sql`${table(model.table)} as ${name(ROOT)}`
  return dialect.compile(
    sql`select count(*), cast(null as text) from ${compileSearched(plan, from, site)}${compileWhere(plan.where, site)}`,
    count => [{ keys: [count], bytes: NO_VALUES, start: 0 }],
  )
}

/** Only the rows that the search has found, if there is one. */
function compileSearched({ entry, search }: ReadPlan, rows: Fragment, site: ConditionSite): Fragment {
  if (search === null) return rows
  const found = compileFound(search, entry.model, site)
  return site.dialect.searchIndex.join(found, rows, sql`${column(ROOT, 'id')} = ${column(FOUND, 'id')}`)
}

function compileWhere(where: Condition | null, site: ConditionSite, place: Fragment | null = null): Fragment {
  const conditions = [where === null ? null : compileCondition(where, site), place].filter(part => part !== null)
  return conditions.length === 0 ? sql`` : sql` where ${join(conditions, ' and ')}`
}

function localeOf({ attributes }: ReadPlan['entry']['model']): Fragment {
  const locale = attributes.get('locale')
  return locale?.kind === 'scalar' && locale.column !== null ? column(ROOT, locale.column) : sql`null`
}

/** Where the rows have their sort keys. */
function placesOf({ entry, order, locales }: ReadPlan): ListPlaces {
  const before = 1 + keyColumns(entry.children).size + (locales === null ? 0 : 1)
  return { orderedBy: orderName(order), firstKey: before, keys: order.length }
}

function compileRange(page: PagePlan): Range {
  const [limit, offset] = rangeOf(page)
  return { limit, offset: Math.min(offset, Number.MAX_SAFE_INTEGER) }
}

function firstOf({ envelope }: ReadPlan): Fragment {
  return envelope === 'entry' || envelope === 'flat-entry' ? sql` limit 1` : sql``
}

export function rangeOf(page: PagePlan): readonly [number, number] {
  if (page.kind === 'page') return [page.pageSize, (page.page - 1) * page.pageSize]
  // One more row shows whether there are more.
  return page.kind === 'cursor' ? [page.limit + 1, 0] : [page.limit, page.start]
}

/** The columns of an entry's row: its id and the keys of its children, then the scalars. */
function entryColumns({ scalars, children }: EntryPlan): EntryColumns {
  const keys = keyColumns(children)
  return {
    keys: ['key', ...keys.values()],
    scalars: scalars.map(packedScalar),
    values: (alias, ...more) => [
      column(alias, 'id'),
      ...[...keys.keys()].map(key => column(alias, key)),
      ...more,
      ...scalars.map(({ column: stored }) => (stored === null ? sql`null` : column(alias, stored))),
    ],
  }
}

function packedScalar({ name: scalar, type, view }: ScalarPlan): PackedScalar {
  return { name: scalar, form: ATTRIBUTE_TYPES[type].output, view }
}

/** Columns of the row itself that refer to children (`created_by_id`, `target_id`, `target_type`). */
function keyColumns(children: EntryPlan['children']): ReadonlyMap<string, 'key' | 'name'> {
  return new Map(
    children.flatMap(({ attribute: { link } }): [string, 'key' | 'name'][] => {
      if (link?.kind === 'parent-column') return [[link.column, 'key']]
      return link?.kind === 'columns'
        ? [
            [link.idColumn, 'key'],
            [link.typeColumn, 'name'],
          ]
        : []
    }),
  )
}

function keyIndex(entry: EntryPlan, key: string): number {
  return 1 + [...keyColumns(entry.children).keys()].indexOf(key)
}

function compileEntry(entry: EntryPlan, compilation: Compilation): EntryProgram {
  return {
    scalars: entry.scalars.map(packedScalar),
    children: entry.children.map(child => compileChild(child, entry, compilation)),
  }
}

function compileChild(child: ChildPlan, parent: EntryPlan, compilation: Compilation): ChildProgram {
  switch (child.kind) {
    case 'link':
      return compileLink(child, parent, compilation)
    case 'count':
      return compileCount(child, parent, compilation)
    case 'variant':
      return compileVariants(child, parent, compilation)
    default:
      return child satisfies never
  }
}

function compileLink(plan: LinkPlan, parent: EntryPlan, compilation: Compilation): LinkProgram {
  const { dialect, nextSlot } = compilation
  const { link } = plan.attribute
  const total =
    plan.slice?.meta?.withCount === true ? compileLinkCount(link, plan.entry.model, plan.where, dialect) : null
  return {
    kind: 'link',
    plan,
    slot: nextSlot(),
    statement: compileLinkRows(plan, entryColumns(plan.entry), dialect),
    keyIndex: link?.kind === 'parent-column' ? keyIndex(parent, link.column) : 0,
    parentIndex: 1 + keyColumns(plan.entry.children).size,
    total: total === null ? null : { slot: nextSlot(), statement: total },
    entry: compileEntry(plan.entry, compilation),
  }
}

function compileCount(plan: CountPlan, parent: EntryPlan, { dialect, nextSlot }: Compilation): CountProgram {
  const { link } = plan.attribute
  return {
    kind: 'count',
    plan,
    slot: nextSlot(),
    statement: compileLinkCount(link, plan.target, plan.where, dialect),
    keyIndex: link?.kind === 'parent-column' ? keyIndex(parent, link.column) : 0,
  }
}

function compileVariants(plan: VariantPlan, parent: EntryPlan, compilation: Compilation): VariantProgram {
  const { dialect, nextSlot } = compilation
  const { link } = plan.attribute
  const slot = nextSlot()
  const compileVariant = (variant: Variant): VariantEntryProgram => ({
    slot: nextSlot(),
    statement: compileVariantRows(variant, entryColumns(variant.entry), dialect),
    entry: compileEntry(variant.entry, compilation),
  })
  return {
    kind: 'variant',
    plan,
    slot,
    links: link?.kind === 'table' ? compileTypedLinks(link, plan, dialect) : null,
    own:
      link?.kind === 'columns'
        ? { idIndex: keyIndex(parent, link.idColumn), typeIndex: keyIndex(parent, link.typeColumn) }
        : null,
    variants: lazyMap(plan.variants, (_uid, variant) => compileVariant(variant)),
  }
}
