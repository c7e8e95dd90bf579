/** `sort` -> order terms, each with the attributes to follow. */
import { PopulusError } from '../errors.ts'
import type { SortTerm } from '../query/read-request.ts'
import { type Model, modelOf } from '../schema/schema.ts'
import type { PlanContext } from './plan-context.ts'
import type { OrderTerm } from './read-plan.ts'
import { invalidParameter, visibleAttribute } from './visibility.ts'

/** Joins per statement are bounded by the databases. */
const MOST_HOPS = 20

export function resolveSort(
  model: Model,
  terms: readonly SortTerm[],
  path: string,
  context: PlanContext,
): readonly OrderTerm[] {
  // No attribute can have this name; Strapi passes over it.
  return terms.filter(term => term.path[0] !== '__proto__').map(term => resolveTerm(model, term, path, context))
}

function resolveTerm(model: Model, term: SortTerm, path: string, context: PlanContext): OrderTerm {
  if (term.path.length > MOST_HOPS) {
    const problem = `it follows more than ${MOST_HOPS} relations`
    throw new PopulusError('badValue', { parameter: path, problem })
  }
  const hops: { attribute: OrderTerm['hops'][number]['attribute']; target: Model }[] = []
  let current = model
  for (const [index, name] of term.path.entries()) {
    const last = index === term.path.length - 1
    if (last && name === 'id') return { hops, column: { kind: 'id' }, order: term.order }
    const attribute = visibleAttribute(current, name, context)
    if (attribute?.kind === 'scalar' && last) return { hops, column: { kind: 'scalar', attribute }, order: term.order }
    const follows = attribute !== undefined && 'target' in attribute && !last
    if (!follows) throw invalidParameter(name, current, path, context)
    current = modelOf(context.schema, attribute.target)
    hops.push({ attribute, target: current })
  }
  throw invalidParameter('', model, path, context)
}
