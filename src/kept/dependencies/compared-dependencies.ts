/** What filters and sorts depend on: the columns that they compare, and every relation that they follow. */

import type { Condition } from '../../plan/read/conditions/condition.ts'
import { isColumn, type OrderTerm } from '../../plan/read/read-plan.ts'
import type { SearchPlan } from '../../plan/read/search/search-plan.ts'
import { ownTable } from '../../schema/own-table-names.ts'
import type { Link, LinkedAttribute, Model, MorphAttribute } from '../../schema/schema.ts'
import { indexedTable } from './content-change.ts'
import type { DependencyBuilder } from './dependency-builder.ts'

/** Receives the columns of the rows that are compared themselves. */
type OwnColumn = (column: string | null) => void

export function addCondition(found: DependencyBuilder, condition: Condition | null, own: OwnColumn): void {
  if (condition === null) return
  switch (condition.kind) {
    case 'all':
    case 'any':
      for (const item of condition.items) addCondition(found, item, own)
      return
    case 'test':
      own(columnOf(condition.column))
      return
    case 'count':
      addHop(found, condition, own)
      addRelated(found, condition.target, condition.visible)
      return
    case 'some':
    case 'none':
      addHop(found, condition, own)
      addRelated(found, condition.target, condition.visible)
      addRelated(found, condition.target, condition.condition)
      return
    case 'recorded':
      found.any(ownTable(condition.table))
      return
    case 'entry-id':
    case 'unknown':
      return
    default:
      condition satisfies never
  }
}

export function addOrder(found: DependencyBuilder, order: readonly OrderTerm[], own: OwnColumn): void {
  for (const { hops, column } of order) {
    let note = own
    for (const hop of hops) {
      addHop(found, hop, note)
      addRelated(found, hop.target, hop.visible)
      note = columnsOf(found, hop.target)
    }
    note(columnOf(column))
  }
}

/** Which entries contain the words: the text that is looked at, the ways to it, and what the index has of it. */
export function addSearch(found: DependencyBuilder, search: SearchPlan | null, own: OwnColumn): void {
  for (const { hops, model, attributes } of search?.ways ?? []) {
    addOrder(
      found,
      attributes.map(({ attribute }) => ({ hops, column: { kind: 'scalar', attribute }, order: 'asc' })),
      own,
    )
    if (model.table !== null) found.any(indexedTable(model.table))
  }
}

interface Hop {
  readonly attribute: LinkedAttribute
  readonly target: Model
}

/** From all rows to all related rows. */
function addHop(found: DependencyBuilder, { attribute: { link }, target }: Hop, own: OwnColumn): void {
  if (link === null || target.table === null) return
  found.deletes(target.table)
  if (link.kind === 'table') {
    found.any(link.table)
    if (link.translations !== undefined) found.any(link.translations.links.table)
    return
  }
  found.inserts(target.table)
  if (link.kind === 'parent-column') own(link.column)
  else found.columns(target.table, [link.column, ...link.fixed.map(part => part.column)])
}

function addRelated(found: DependencyBuilder, target: Model, condition: Condition | null): void {
  addCondition(found, condition, columnsOf(found, target))
}

/** Every row of the model may be the one that is compared. */
export function columnsOf(found: DependencyBuilder, { table }: Model): OwnColumn {
  return column => {
    if (table !== null) found.columns(table, [column])
  }
}

/** The columns of a row itself that a condition looks at. */
export function conditionColumns(condition: Condition | null): readonly (string | null)[] {
  if (condition === null) return []
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.items.flatMap(conditionColumns)
    case 'test':
      return [columnOf(condition.column)]
    case 'some':
    case 'none':
    case 'count':
      return keyColumns(condition.attribute.link)
    default:
      return []
  }
}

/** The columns of a row itself that it is sorted by. */
export function orderColumns(order: readonly OrderTerm[]): readonly (string | null)[] {
  return order.flatMap(({ hops: [first], column }): readonly (string | null)[] =>
    first === undefined ? [columnOf(column)] : keyColumns(first.attribute.link),
  )
}

/** The columns of a row that refer to related rows. */
export function keyColumns(link: Link | MorphAttribute['link']): readonly string[] {
  if (link?.kind === 'parent-column') return [link.column]
  return link?.kind === 'columns' ? [link.idColumn, link.typeColumn] : []
}

/** The rank depends on what the search looks at, a number of rows on the hops to them. */
function columnOf(column: OrderTerm['column']): string | null {
  if (!isColumn(column)) return null
  return column.kind === 'id' ? 'id' : column.attribute.column
}
