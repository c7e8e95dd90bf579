/** The front door: a ReadPlan becomes a ReadProgram. Pure, and never fails on what a client sent. */

import type { Condition } from '../plan/condition.ts'
import type { ChildPlan, CountPlan, EntryPlan, LinkPlan, PagePlan, ReadPlan, VariantPlan } from '../plan/read-plan.ts'
import { ATTRIBUTE_TYPES } from '../schema/attributes/registry.ts'
import { aliases, type ConditionSite, compileCondition } from './compile-condition.ts'
import {
  compileLinkCount,
  compileLinkRows,
  compileTypedLinks,
  compileVariantRows,
  type EntryColumns,
} from './compile-link.ts'
import { compileOrder, direction } from './compile-order.ts'
import type { SqlDialect } from './dialect.ts'
import { column, type Fragment, join, name, sql, table } from './fragment.ts'
import { compilePacked } from './packed-rows.ts'
import { programTables } from './program-tables.ts'
import type {
  ChildProgram,
  CountProgram,
  EntryProgram,
  LinkProgram,
  ReadProgram,
  VariantEntryProgram,
  VariantProgram,
} from './read-program.ts'
import type { Statement } from './statement.ts'

const ROOT = 't'

interface Compilation {
  readonly dialect: SqlDialect
  readonly nextSlot: () => number
}

export function compileRead(plan: ReadPlan, dialect: SqlDialect): ReadProgram {
  let slots = 0
  const compilation: Compilation = { dialect, nextSlot: () => slots++ }
  const entry = compileEntry(plan.entry, compilation)
  const count = plan.page?.withCount === true ? compileRootCount(plan, dialect) : null
  const rows = compileRootRows(plan, dialect, { page: compilePage(plan, dialect), reversed: false })
  return Object.freeze({
    envelope: plan.envelope,
    page: plan.page,
    entry,
    rows,
    count,
    fromEnd: count === null ? null : compileFromEnd(plan, dialect),
    slots,
    tables: programTables({ rows, count, entry }),
  })
}

function compileRootRows(
  plan: ReadPlan,
  dialect: SqlDialect,
  { page, reversed }: { readonly page: Fragment; readonly reversed: boolean },
): Statement | null {
  const { model } = plan.entry
  if (model.table === null) return null
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect }
  const order = [...compileOrder(plan.order, site, reversed), sql`${column(ROOT, 'id')} ${direction('asc', reversed)}`]
  const { keys, scalars, values } = entryColumns(plan.entry)
  const from = table(model.table)
  return compilePacked(
    dialect,
    [...keys, ...scalars],
    select =>
      sql`select ${select(values(ROOT))} from ${from} as ${name(ROOT)}${compileWhere(plan.where, site)} order by ${join(order)}${page}`,
  )
}

function compileFromEnd(plan: ReadPlan, dialect: SqlDialect): ReadProgram['fromEnd'] {
  return (limit, offset) => compileRootRows(plan, dialect, { page: dialect.page(limit, offset), reversed: true })!
}

function compileRootCount(plan: ReadPlan, dialect: SqlDialect): Statement | null {
  const { model } = plan.entry
  if (model.table === null) return null
  const site: ConditionSite = { alias: ROOT, aliases: aliases(), dialect }
  return dialect.compile(
    sql`select count(*), cast(null as text) from ${table(model.table)} as ${name(ROOT)}${compileWhere(plan.where, site)}`,
    count => [[count]],
  )
}

function compileWhere(where: Condition | null, site: ConditionSite): Fragment {
  return where === null ? sql`` : sql` where ${compileCondition(where, site)}`
}

function compilePage({ page, envelope }: ReadPlan, dialect: SqlDialect): Fragment {
  if (page === null) return envelope === 'entry' || envelope === 'flat-entry' ? sql` limit 1` : sql``
  const [limit, offset] = rangeOf(page)
  return dialect.page(limit, Math.min(offset, Number.MAX_SAFE_INTEGER))
}

/** Limit and offset of a page. */
export function rangeOf(page: PagePlan): readonly [number, number] {
  return page.kind === 'page' ? [page.pageSize, (page.page - 1) * page.pageSize] : [page.limit, page.start]
}

/** The columns of an entry's row: id and keys of its children, and the scalars behind them. */
function entryColumns({ scalars, children }: EntryPlan): EntryColumns {
  const keys = keyColumns(children)
  return {
    keys: ['key', ...keys.values()],
    scalars: scalars.map(({ type }) => ATTRIBUTE_TYPES[type].output),
    values: (alias, ...more) => [
      column(alias, 'id'),
      ...[...keys.keys()].map(key => column(alias, key)),
      ...more,
      ...scalars.map(({ column: stored }) => (stored === null ? sql`null` : column(alias, stored))),
    ],
  }
}

/** Columns of the row itself that lead to children (`created_by_id`, `target_id`, `target_type`). */
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
    scalars: entry.scalars.map(({ name: scalar, type }) => ({ name: scalar, form: ATTRIBUTE_TYPES[type].output })),
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
  const variants = [...plan.variants].map(([uid, { entry, where }]): [string, VariantEntryProgram] => [
    uid,
    {
      slot: nextSlot(),
      statement: compileVariantRows(entry.model, where, entryColumns(entry), dialect),
      entry: compileEntry(entry, compilation),
    },
  ])
  return {
    kind: 'variant',
    plan,
    slot,
    links: link?.kind === 'table' ? compileTypedLinks(link, dialect) : null,
    own:
      link?.kind === 'columns'
        ? { idIndex: keyIndex(parent, link.idColumn), typeIndex: keyIndex(parent, link.typeColumn) }
        : null,
    variants: new Map(variants),
  }
}
