/**
 * The keys that Strapi's statements bring forward. A statement that joins tables first selects what it sorts by, so these keys
 * come first, in the order of the sort, whether `fields` names them or not. What the query leaves out by name, which Strapi cannot, stays out.
 */
import type { FieldsRequest } from '../../../query/read-request.ts'
import type { Link } from '../../../schema/schema.ts'
import type { PlanContext } from '../../plan-context.ts'
import { isVisible } from '../../visibility.ts'
import type { EntryPlan, OrderTerm, ScalarPlan } from '../read-plan.ts'

interface Statement {
  readonly order: readonly OrderTerm[]
  /** How the entries are reached; `null` for the entries of a list. */
  readonly link: Link | null
  /** Whether its filters follow relations. */
  readonly comparesRelated: boolean
  /** What is asked for. */
  readonly fields: FieldsRequest
}

export function withSortedFirst(entry: EntryPlan, statement: Statement, context: PlanContext): EntryPlan {
  const { order, link, comparesRelated, fields } = statement
  const joins = link?.kind === 'table' || comparesRelated || order.some(({ hops }) => hops.length > 0)
  if (!context.dialect.sortedKeysFirst || !joins) return entry
  const first = new Map<string, ScalarPlan>()
  for (const { column, isOwn } of [...positionOf(link), ...order.flatMap(sortedBy)]) {
    const scalar = shownAs(entry, column, isOwn, context)
    if (scalar !== undefined && !leavesOut(fields, scalar.name)) first.set(scalar.name, scalar)
  }
  if (first.size === 0) return entry
  return { ...entry, scalars: [...first.values(), ...entry.scalars.filter(({ name }) => !first.has(name))] }
}

function leavesOut(fields: FieldsRequest, name: string): boolean {
  return fields.kind !== 'all' && fields.names.includes(`-${name}`)
}

interface Selected {
  readonly column: string
  /** Whether it is a column of the entry itself. Others only share their name with one. */
  readonly isOwn: boolean
}

/** An attribute `order` of a component has the same name as the column with its position. */
function positionOf(link: Link | null): readonly Selected[] {
  return link?.kind === 'table' && link.orderColumn !== null ? [{ column: link.orderColumn, isOwn: false }] : []
}

function sortedBy({ column, hops }: OrderTerm): readonly Selected[] {
  if (column.kind !== 'scalar' || column.attribute.column === null) return []
  return [{ column: column.attribute.column, isOwn: hops.length === 0 }]
}

function shownAs(
  { model, scalars }: EntryPlan,
  column: string,
  isOwn: boolean,
  context: PlanContext,
): ScalarPlan | undefined {
  const shown = scalars.find(scalar => scalar.column === column)
  if (shown !== undefined || !isOwn) return shown
  for (const attribute of model.attributes.values())
    if (attribute.kind === 'scalar' && attribute.column === column)
      return isVisible(model, attribute, context) ? attribute : undefined
  return undefined
}
