/**
 * The tables that an answer may depend on, taken from the plan. Statements for the blocks of a zone are compiled only when
 * such a block is first met, but a change of their tables counts from the start.
 */
import { indexedTable } from '../kept/dependencies/content-change.ts'
import { type Condition, NOW, type Test } from '../plan/read/conditions/condition.ts'
import type { ChildPlan, EntryPlan, Holder, OrderTerm, ReadPlan } from '../plan/read/read-plan.ts'
import type { SearchPlan } from '../plan/read/search/search-plan.ts'
import { ownTable } from '../schema/own-table-names.ts'
import type { Link, Model, MorphAttribute } from '../schema/schema.ts'

export interface PlanTables {
  readonly tables: readonly string[]
  /** Whether the answer also depends on the time. */
  readonly timed: boolean
}

export function planTables({
  entry,
  where,
  search,
  order,
}: Pick<ReadPlan, 'entry' | 'where' | 'search' | 'order'>): PlanTables {
  const found: Found = { tables: new Set(), entries: new Set(), timed: false }
  addModel(entry.model, found)
  addCondition(where, found)
  addOrder(order, found)
  addSearch(search, found)
  addEntry(entry, found)
  return { tables: [...found.tables], timed: found.timed }
}

interface Found {
  readonly tables: Set<string>
  /** Entries that were already visited: plans share equal parts. */
  readonly entries: Set<EntryPlan>
  timed: boolean
}

function addEntry(entry: EntryPlan, found: Found): void {
  if (found.entries.has(entry)) return
  found.entries.add(entry)
  for (const child of entry.children) addChild(child, found)
}

function addChild(child: ChildPlan, found: Found): void {
  const { link } = child.attribute
  switch (child.kind) {
    case 'link':
    case 'count': {
      const model = child.kind === 'link' ? child.entry.model : child.target
      if (link === null || model.table === null) break
      addLink(link, found)
      addModel(model, found)
      addCondition(child.where, found)
      if (child.kind === 'link') addOrder(child.order, found)
      break
    }
    case 'variant':
      if (link === null) return
      addLink(link, found)
      for (const { entry, where, holders } of child.variants.values()) {
        addModel(entry.model, found)
        addCondition(where, found)
        if (holders !== null) addHolders(holders, found)
        addEntry(entry, found)
      }
      return
    default:
      child satisfies never
  }
  if (child.kind === 'link') addEntry(child.entry, found)
}

function addHolders(all: readonly Holder[], found: Found): void {
  for (const { model, link, where, holders } of all) {
    addLink(link, found)
    addModel(model, found)
    addCondition(where, found)
    if (holders !== null) addHolders(holders, found)
  }
}

function addCondition(condition: Condition | null, found: Found): void {
  if (condition === null) return
  if (condition.kind === 'all' || condition.kind === 'any') {
    for (const item of condition.items) addCondition(item, found)
  } else if (condition.kind === 'test') {
    found.timed ||= isTimed(condition.test)
  } else if (condition.kind === 'recorded') {
    found.tables.add(ownTable(condition.table))
  } else if (condition.kind === 'some' || condition.kind === 'none' || condition.kind === 'count') {
    const { attribute, target } = condition
    if (attribute.link === null || target.table === null) return
    addLink(attribute.link, found)
    addModel(target, found)
    addCondition(condition.visible, found)
    addCondition(condition.condition, found)
  }
}

function isTimed(test: Test): boolean {
  if (test.kind === 'compare') return test.value === NOW
  if (test.kind === 'in') return test.values.includes(NOW)
  return test.kind === 'between' && (test.low === NOW || test.high === NOW)
}

function addSearch(search: SearchPlan | null, found: Found): void {
  for (const { hops } of search?.ways ?? []) addOrder([{ hops }], found)
  for (const table of searchedTables(search)) found.tables.add(table)
}

/** What the index has of tables. */
export function searchedTables(search: SearchPlan | null): readonly string[] {
  return (search?.ways ?? []).flatMap(({ model }) => (model.table === null ? [] : [indexedTable(model.table)]))
}

function addOrder(order: readonly Pick<OrderTerm, 'hops'>[], found: Found): void {
  for (const { hops } of order) {
    for (const { attribute, target, visible } of hops) {
      if (attribute.link === null || target.table === null) break
      addLink(attribute.link, found)
      addModel(target, found)
      addCondition(visible, found)
    }
  }
}

function addLink(link: Link | NonNullable<MorphAttribute['link']>, { tables }: Found): void {
  if (link.kind !== 'table') return
  tables.add(link.table)
  if (link.translations !== undefined) tables.add(link.translations.links.table)
}

function addModel({ table }: Model, { tables }: Found): void {
  if (table !== null) tables.add(table)
}
