/** `sort` -> order terms, each with the attributes to follow. */
import { PopulusError } from '../../../errors.ts'
import type { SortTerm } from '../../../query/read-request.ts'
import type { Model } from '../../../schema/schema.ts'
import { modelAt } from '../../placed-model.ts'
import type { PlanContext } from '../../plan-context.ts'
import { visibleAttribute } from '../../visibility.ts'
import { isCounted } from '../conditions/resolve-count.ts'
import { type ServedScope, servedRelation } from '../conditions/served-relation.ts'
import { visibleRows } from '../conditions/visible-rows.ts'
import type { OrderTerm } from '../read-plan.ts'
import { resolveNames, wrongName } from '../unknown-names.ts'
import type { OrderHop } from './order-hop.ts'

export function resolveSort(
  model: Model,
  terms: readonly SortTerm[],
  path: string,
  context: PlanContext,
  scope: ServedScope | null = null,
): readonly OrderTerm[] {
  // No attribute can be named __proto__, and Strapi ignores it. Repeating a path does not change the order.
  const distinct = new Map<string, SortTerm>()
  for (const term of terms) {
    const key = term.path.join('.')
    if (term.path[0] !== '__proto__' && !distinct.has(key)) distinct.set(key, term)
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
