/** A name in an aggregate -> the value that every entry has under it. */
import { PopulusError } from '../../errors.ts'
import type { NamedValue } from '../../query/aggregate/aggregate-request.ts'
import type { PublicationState } from '../../query/read-request.ts'
import type { LinkedAttribute, Model, ScalarType } from '../../schema/schema.ts'
import { modelAt } from '../placed-model.ts'
import type { PlanContext } from '../plan-context.ts'
import { visibleRows } from '../read/conditions/visible-rows.ts'
import type { OrderHop } from '../read/sort/order-hop.ts'
import { invalidParameter, visibleAttribute } from '../visibility.ts'
import type { ValuePath } from './aggregate-plan.ts'

export interface ValueScope {
  readonly context: PlanContext
  readonly state: PublicationState
}

/**
 * `price`, `author` (the id of the related entry), `author.name`. A name that a caller may not read is unknown, as in
 * `fields`. Related entries are those that the same query would populate.
 */
export function resolveValue(model: Model, { name, parameter }: NamedValue, scope: ValueScope): ValuePath {
  const { context } = scope
  const names = name.split('.')
  const { relationHops: limit } = context.settings
  if (names.length - 1 > limit) throw new PopulusError('tooManyHops', { parameter, limit })
  const hops: OrderHop[] = []
  let current = model
  for (const [index, part] of names.entries()) {
    const last = index === names.length - 1
    if (last && part === 'id') return { hops, column: { kind: 'id' } }
    const attribute = visibleAttribute(current, part, context)
    if (attribute?.kind === 'scalar' && last) return { hops, column: { kind: 'scalar', attribute } }
    // The id of a component means nothing to anybody.
    const follows = attribute !== undefined && 'target' in attribute && !(last && attribute.kind === 'component')
    if (!follows) throw invalidParameter(part, current, parameter, context)
    current = modelAt(current, part, attribute.target, context)
    hops.push(hopTo(attribute, current, parameter, scope))
    if (last) return { hops, column: { kind: 'id' } }
  }
  throw invalidParameter('', model, parameter, context)
}

function hopTo(attribute: LinkedAttribute, target: Model, parameter: string, { context, state }: ValueScope): OrderHop {
  const { name, many } = attribute
  if (many)
    throw new PopulusError('badValue', { parameter, problem: `${name} may lead to several values, and one is needed` })
  return { attribute, target, visible: visibleRows(target, state, context) }
}

export function typeOf({ column }: ValuePath): ScalarType {
  return column.kind === 'id' ? 'integer' : column.attribute.type
}
