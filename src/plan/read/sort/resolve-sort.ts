/** `sort` -> order terms, each with the attributes to follow. */

import { PopulusError } from '../../../errors.ts'
import type { FieldsRequest, SortTerm } from '../../../query/read-request.ts'
import type { Link, Model } from '../../../schema/schema.ts'
import { modelAt } from '../../placed-model.ts'
import type { PlanContext } from '../../plan-context.ts'
import { isVisible, visibleAttribute } from '../../visibility.ts'
import { type ServedScope, servedRelation } from '../conditions/apply-locale.ts'
import { isCounted } from '../conditions/resolve-count.ts'
import { visibleRows } from '../conditions/visible-rows.ts'
import type { EntryPlan, OrderTerm, ScalarPlan } from '../read-plan.ts'
import { resolveNames, wrongName } from '../unknown-names.ts'
import type { OrderHop } from './order-hop.ts'

export function resolveSort(
  model: Model,
  terms: readonly SortTerm[],
  path: string,
  context: PlanContext,
  scope: ServedScope | null = null,
): readonly OrderTerm[] {
  // Strapi passes over __proto__. Repeating a path does not change the order.
  const distinct = new Map<string, SortTerm>()
  for (const term of terms) {
    const key = term.path.join('.')
    const isPassedOver = term.path[0] === '__proto__' && !context.dialect.typosAreErrors
    if (!isPassedOver && !distinct.has(key)) distinct.set(key, term)
  }
  const order = resolveNames([...distinct.values()], term => resolveTerm(model, term, path, context, scope))
  const { relatedSortKeys: limit } = context.settings
  if (order.filter(({ hops }) => hops.length > 0).length > limit)
    throw new PopulusError('tooManyRelatedKeys', { parameter: path, limit })
  return order
}

function resolveTerm(
  model: Model,
  term: SortTerm,
  path: string,
  context: PlanContext,
  scope: ServedScope | null,
): OrderTerm {
  const { relationHops, toManySortHops } = context.settings
  // The last name is the attribute itself.
  if (term.path.length - 1 > relationHops)
    throw new PopulusError('tooManyHops', { parameter: path, limit: relationHops })
  const hops: OrderHop[] = []
  let current = model
  for (const [index, name] of term.path.entries()) {
    const last = index === term.path.length - 1
    if (last && name === 'id') return { hops, column: { kind: 'id' }, order: term.order }
    if (last && countsLast(name, hops))
      return { hops: countedHops(hops, context, scope), column: { kind: 'count' }, order: term.order }
    const attribute = visibleAttribute(current, name, context, 'sort')
    if (attribute?.kind === 'scalar' && last) return { hops, column: { kind: 'scalar', attribute }, order: term.order }
    const follows = attribute !== undefined && 'target' in attribute && !last
    if (!follows) throw wrongName(name, current, path, context)
    current = modelAt(current, name, attribute.target, context)
    const served = scope === null ? null : servedRelation(attribute, scope)
    hops.push(served ?? { attribute, target: current, visible: visibleRows(current, 'preview', context) })
    // Each to-many hop costs as much work as a whole query.
    if (hops.filter(hop => hop.attribute.many).length > toManySortHops)
      throw new PopulusError('tooManyToManyHops', { parameter: path, limit: toManySortHops })
  }
  throw wrongName('', model, path, context)
}

/** Only what the answer may show is counted. */
function countedHops(hops: readonly OrderHop[], context: PlanContext, scope: ServedScope | null): readonly OrderHop[] {
  if (scope === null || scope.chain !== null) return hops
  const last = hops.at(-1)!
  return [...hops.slice(0, -1), { ...last, visible: visibleRows(last.target, scope.publicationState, context) }]
}

/** Below several entries, it would not be clear whose related entries are counted. */
function countsLast(name: string, hops: readonly OrderHop[]): boolean {
  const last = hops.at(-1)
  return (
    last !== undefined &&
    isCounted(name, last.attribute, last.target) &&
    !hops.slice(0, -1).some(hop => hop.attribute.many)
  )
}

interface Statement {
  readonly order: readonly OrderTerm[]
  /** How the entries are reached; `null` for the entries of a list. */
  readonly link: Link | null
  /** Whether its filters follow relations. */
  readonly comparesRelated: boolean
  /** What is asked for. */
  readonly fields: FieldsRequest
}

/**
 * Brings the keys forward that Strapi's statements do. One that joins tables first selects what it sorts by, so these keys come first, in
 * the order of the sort, whether `fields` names them or not. What the query leaves out by name, which Strapi cannot, stays out.
 */
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
