/**
 * What the answers to a plan depend on.
 *
 * - The list: new rows that its filter does not exclude, deleted rows, and the columns that filter and sort it. Entries that are named by their ids have none.
 * - Rows that are shown, by id: the columns that are shown, filtered and sorted by.
 * - Links, by the id of their owner: all columns of the link table that the attribute uses.
 * - Related rows that are hidden now, or lie outside a slice: the columns that would let them in, and deletions where they
 *   are counted.
 * - Relations in filters and sorts: every change of the link table, deletions, and the columns that are compared.
 */
import type { ValueSlots } from '../../plan/read/list-shape.ts'
import type { CountPlan, EntryPlan, Holder, LinkPlan, ReadPlan, VariantPlan } from '../../plan/read/read-plan.ts'
import type { Link, LinkTable, Model } from '../../schema/schema.ts'
import {
  addCondition,
  addOrder,
  addSearch,
  columnsOf,
  conditionColumns,
  keyColumns,
  orderColumns,
} from './compared-dependencies.ts'
import type { PlanDependencies } from './dependencies.ts'
import { DependencyBuilder } from './dependency-builder.ts'
import { rowTests } from './row-tests.ts'

/** The set of the root's rows. */
export const ROOT_SET = 0

/** The dependencies, and the set in which each entry of the plan collects the ids of its rows. */
export interface PlannedDependencies {
  readonly dependencies: PlanDependencies
  readonly sets: ReadonlyMap<EntryPlan, number>
}

/** Of entries that are named by their ids. `tables`: every table that is read. */
export function planDependencies(
  { entry, where }: Pick<ReadPlan, 'entry' | 'where'>,
  tables: readonly string[],
): PlannedDependencies {
  const walk: Walk = { found: new DependencyBuilder(), sets: new Map() }
  setOf(walk, entry)
  addShown(walk, entry, conditionColumns(where))
  addCondition(walk.found, where, () => {})
  return { dependencies: walk.found.finish(tables, walk.sets.size), sets: walk.sets }
}

/** What a list depends on: which entries it has, and in which order they are. Its total does not depend on the order. */
export function listDependencies(
  { entry: { model }, where, search }: ReadPlan,
  order: ReadPlan['order'],
  tables: readonly string[],
  slots: ValueSlots,
): PlanDependencies {
  const found = new DependencyBuilder()
  if (model.table !== null) {
    found.inserts(model.table, rowTests(where, slots))
    found.deletes(model.table)
    addCondition(found, where, columnsOf(found, model))
    addOrder(found, order, columnsOf(found, model))
  }
  addSearch(found, search, columnsOf(found, model))
  return found.finish(tables, 0)
}

interface Walk {
  readonly found: DependencyBuilder
  /** Plans share equal parts, which then share a set. */
  readonly sets: Map<EntryPlan, number>
}

/** The set of an entry. Visits its children the first time. */
function setOf(walk: Walk, entry: EntryPlan): number {
  const known = walk.sets.get(entry)
  if (known !== undefined) return known
  const set = walk.sets.size
  walk.sets.set(entry, set)
  for (const child of entry.children) {
    if (child.kind === 'link') addLink(walk, child, set)
    else if (child.kind === 'count') addCount(walk, child, set)
    else addVariants(walk, child, set)
  }
  return set
}

/** Rows of the entry that an answer shows; `more` are columns besides the shown ones. */
function addShown(walk: Walk, entry: EntryPlan, more: readonly (string | null)[]): void {
  const { model, scalars, children } = entry
  if (model.table === null) return
  const shown = new Set(scalars.map(({ column }) => column))
  const keys = children.flatMap(({ attribute: { link } }) => keyColumns(link))
  const columns = showsAll(model, shown) ? 'any' : ['id', ...shown, ...keys, ...more]
  walk.found.rows(model.table, { key: 'id', set: setOf(walk, entry), columns })
}

/** Most queries show all values of an entry. Then the columns need not be listed. */
function showsAll({ attributes }: Model, shown: ReadonlySet<string | null>): boolean {
  for (const attribute of attributes.values())
    if (attribute.kind === 'scalar' && !attribute.private && !shown.has(attribute.column)) return false
  return true
}

function addLink(walk: Walk, { attribute, entry, where, order, slice }: LinkPlan, owners: number): void {
  const { found } = walk
  const { model } = entry
  if (attribute.link === null || model.table === null) return
  const { table } = model
  addLinks(found, attribute.link, { table, owners })
  addShown(walk, entry, [...conditionColumns(where), ...orderColumns(order)])
  // Hidden rows appear when they meet the condition.
  addCondition(found, where, columnsOf(found, model))
  addOrder(found, order, slice === null ? () => {} : columnsOf(found, model))
  // Rows outside the slice are not shown, but move those inside when they go.
  if (slice !== null) found.deletes(table)
}

function addCount({ found }: Walk, { attribute, target, where }: CountPlan, owners: number): void {
  if (attribute.link === null || target.table === null) return
  addLinks(found, attribute.link, { table: target.table, owners })
  found.deletes(target.table)
  if (attribute.link.kind !== 'table') found.inserts(target.table)
  addCondition(found, where, columnsOf(found, target))
}

/** The links from the owners to the rows of a table. */
function addLinks(found: DependencyBuilder, link: Link, { table, owners }: { table: string; owners: number }): void {
  switch (link.kind) {
    case 'table':
      found.rows(link.table, { key: link.parentColumn, set: owners, columns: linkColumns(link) })
      if (link.translations !== undefined) found.any(link.translations.links.table)
      return
    case 'child-column':
      found.inserts(table)
      found.deletes(table)
      found.columns(table, [link.column, ...link.fixed.map(part => part.column)])
      return
    case 'parent-column':
      // The owner's row is shown, and the set of the related rows has the ids that it refers to.
      return
    default:
      link satisfies never
  }
}

/** The columns of a link table that decide which rows an owner has, and in which order. */
function linkColumns({ parentColumn, childColumn, orderColumn, rowKey, fixed }: LinkTable): readonly (string | null)[] {
  return [parentColumn, childColumn, orderColumn, rowKey, ...fixed.map(({ column }) => column)]
}

function addVariants(walk: Walk, { attribute: { link }, variants, slice }: VariantPlan, owners: number): void {
  const { found } = walk
  if (link === null) return
  if (link.kind === 'table') found.rows(link.table, { key: link.parentColumn, set: owners, columns: 'any' })
  for (const { entry, where, holders, slice: ofModel } of variants.values()) {
    const { table } = entry.model
    if (table === null) continue
    addShown(walk, entry, conditionColumns(where))
    addCondition(found, where, columnsOf(found, entry.model))
    if (slice !== null || ofModel !== null) found.deletes(table)
    if (holders !== null) addHolders(found, holders)
  }
}

function addHolders(found: DependencyBuilder, all: readonly Holder[]): void {
  for (const { model, link, where, holders } of all) {
    found.any(link.table)
    if (model.table !== null) found.deletes(model.table)
    addCondition(found, where, columnsOf(found, model))
    if (holders !== null) addHolders(found, holders)
  }
}
