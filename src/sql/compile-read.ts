/** Front door: turns a ReadPlan into a ReadProgram. Pure, and never fails because of what a client sent. */

import { planDependencies } from '../kept/dependencies/plan-dependencies.ts'
import { orderName } from '../plan/read/list-place.ts'
import { populateDepth } from '../plan/read/populate-depth.ts'
import type {
  ChildPlan,
  CountPlan,
  EntryPlan,
  LinkPlan,
  ReadPlan,
  Variant,
  VariantPlan,
} from '../plan/read/read-plan.ts'
import { lazyMap } from '../util/lazy-map.ts'
import { compileLinkCount, compileLinkRows, compileTypedLinks, compileVariantRows } from './compile-link.ts'
import { compileCount, compileOrderedList } from './entries/compile-list-facts.ts'
import { compileFromEnd, compileRange, compileRootRows, countsInRows } from './entries/compile-root-rows.ts'
import { entryColumns, keyColumns, keyIndex, packedScalar } from './entries/entry-columns.ts'
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
import { compileSnippets } from './search/compile-snippets.ts'
import type { SqlDialect } from './sql-dialect.ts'

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
  const snippets = plan.envelope === 'collection' ? compileSnippets(plan.search, plan.entry.model, compilation) : null
  const { tables, timed } = planTables(plan)
  return Object.freeze({
    envelope: plan.envelope,
    flat: plan.flat,
    page: plan.page,
    searches: plan.search !== null,
    places: plan.page?.kind === 'cursor' ? placesOf(plan) : null,
    locales: plan.locales === null ? null : { ...plan.locales, key: 1 + keyColumns(plan.entry.children).size },
    totalKey: countsInRows(plan) ? keysBefore(plan) : null,
    deep: plan.deep,
    snippets,
    entry,
    rows,
    count: compileCount(plan, dialect),
    order: compileOrderedList(plan, dialect),
    fromEnd,
    slots,
    cost: plan.cost,
    depth: populateDepth(plan.entry),
    tables,
    timed,
    depends: planDependencies(plan, tables),
  })
}

/** Where the rows have their sort keys. */
function placesOf(plan: ReadPlan): ListPlaces {
  return { orderedBy: orderName(plan.order), firstKey: keysBefore(plan), keys: plan.order.length }
}

/** How many keys the root rows have before those that are about the list. */
function keysBefore({ entry, locales }: ReadPlan): number {
  return 1 + keyColumns(entry.children).size + (locales === null ? 0 : 1)
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
      return compileCountChild(child, parent, compilation)
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

function compileCountChild(plan: CountPlan, parent: EntryPlan, { dialect, nextSlot }: Compilation): CountProgram {
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
