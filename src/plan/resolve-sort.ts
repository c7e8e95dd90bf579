/** `sort` -> order terms, each with the attributes to follow. */
import { PopulusError } from '../errors.ts'
import type { SortTerm } from '../query/read-request.ts'
import { type Model, modelOf } from '../schema/schema.ts'
import type { PlanContext } from './plan-context.ts'
import type { OrderTerm } from './read-plan.ts'
import { invalidParameter, visibleAttribute } from './visibility.ts'

/** Joins per statement are bounded by the databases. */
const MOST_HOPS = 20
/** Each is worth the work of a whole query. */
const MOST_TO_MANY_HOPS = 3
const MOST_RELATED_TERMS = 20

export function resolveSort(
  model: Model,
  terms: readonly SortTerm[],
  path: string,
  context: PlanContext,
): readonly OrderTerm[] {
  // No attribute can have the name __proto__; Strapi passes over it. A path named again no longer changes the order.
  const distinct = new Map<string, SortTerm>()
  for (const term of terms) {
    const key = term.path.join('.')
    if (term.path[0] !== '__proto__' && !distinct.has(key)) distinct.set(key, term)
  }
  const order = [...distinct.values()].map(term => resolveTerm(model, term, path, context))
  if (order.filter(({ hops }) => hops.length > 0).length > MOST_RELATED_TERMS)
    throw tooCostly(path, `it names more than ${MOST_RELATED_TERMS} attributes of related entries`)
  return order
}

function tooCostly(parameter: string, problem: string): PopulusError {
  return new PopulusError('badValue', { parameter, problem })
}

function resolveTerm(model: Model, term: SortTerm, path: string, context: PlanContext): OrderTerm {
  // The last name is that of the attribute itself.
  if (term.path.length - 1 > MOST_HOPS) throw tooCostly(path, `it follows more than ${MOST_HOPS} relations`)
  const hops: { attribute: OrderTerm['hops'][number]['attribute']; target: Model }[] = []
  let current = model
  for (const [index, name] of term.path.entries()) {
    const last = index === term.path.length - 1
    if (last && name === 'id') return { hops, column: { kind: 'id' }, order: term.order }
    const attribute = visibleAttribute(current, name, context, 'sort')
    if (attribute?.kind === 'scalar' && last) return { hops, column: { kind: 'scalar', attribute }, order: term.order }
    const follows = attribute !== undefined && 'target' in attribute && !last
    if (!follows) throw invalidParameter(name, current, path, context)
    current = modelOf(context.schema, attribute.target)
    hops.push({ attribute, target: current })
    if (hops.filter(hop => hop.attribute.many).length > MOST_TO_MANY_HOPS)
      throw tooCostly(path, `it follows more than ${MOST_TO_MANY_HOPS} relations to many entries`)
  }
  throw invalidParameter('', model, path, context)
}
