/** Which related rows are shown, and which entries must have some of them. */
import { PopulusError } from '../../../errors.ts'
import type { PopulateOptions, PopulateRequest } from '../../../query/read-request.ts'
import {
  type Attribute,
  type LinkedAttribute,
  type Model,
  modelOf,
  type ScalarAttribute,
} from '../../../schema/schema.ts'
import { visibleAttribute } from '../../visibility.ts'
import type { PopulateScope } from '../populate-scope.ts'
import { blockAttribute } from './block-attribute.ts'
import { type Condition, combine, exists, UNKNOWN } from './condition.ts'
import { resolveFilters } from './resolve-filters.ts'
import { visibleRows } from './visible-rows.ts'

/** The related rows that are shown. */
export function resolveWhere(target: Model, options: PopulateOptions, scope: PopulateScope): Condition | null {
  return combine('all', [
    resolveFilters(target, options.filters, `${options.path}[filters]`, scope),
    visibleRows(target, scope.publicationState, scope.context),
    hasRequired(target, options.populate, scope),
  ])
}

/** `populate[comments][required]=true`: only entries that have such related ones. */
export function hasRequired(model: Model, populate: PopulateRequest, scope: PopulateScope): Condition | null {
  return combine(
    'all',
    populate.branches.map(({ name, options }) => {
      if (options.kind === 'problem' || !options.required) return null
      const attribute = visibleAttribute(model, name, scope.context)
      if (attribute === undefined || attribute.kind === 'scalar') return null
      return hasSome(attribute, options, scope)
    }),
  )
}

function hasSome(
  attribute: Exclude<Attribute, ScalarAttribute>,
  options: PopulateOptions,
  outer: PopulateScope,
): Condition {
  outer.countTerm()
  const scope = { ...outer, publicationState: options.publicationState ?? outer.publicationState }
  const some = (linked: LinkedAttribute, inner: PopulateOptions): Condition => {
    const target = modelOf(scope.context.schema, linked.target)
    return {
      kind: 'some',
      attribute: linked,
      target,
      visible: null,
      condition: exists(resolveWhere(target, inner, scope)),
    }
  }
  if ('target' in attribute) return some(attribute, options)
  if (attribute.kind === 'morph') {
    const problem = 'it is not possible for relations to any type'
    throw new PopulusError('badValue', { parameter: `${options.path}[required]`, problem })
  }
  const blocks = attribute.components.flatMap(uid => {
    const own = options.on === null ? options : options.on.find(({ name }) => name === uid)?.options
    const isShown = own?.kind === 'options' && (options.components?.includes(uid) ?? true)
    return isShown ? [some(blockAttribute(attribute, uid), own)] : []
  })
  return combine('any', blocks) ?? UNKNOWN
}
