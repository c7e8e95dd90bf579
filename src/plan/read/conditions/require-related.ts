/** Which related rows are shown, and which entries must have some of them. */
import { PopulusError } from '../../../errors.ts'
import type { PopulateOptions, PopulateRequest } from '../../../query/read-request.ts'
import type { Attribute, LinkedAttribute, Model, ScalarAttribute } from '../../../schema/schema.ts'
import { modelAt } from '../../placed-model.ts'
import { visibleAttribute } from '../../visibility.ts'
import type { PopulateScope } from '../populate-scope.ts'
import { blockAttribute } from './block-attribute.ts'
import { type Condition, combine, exists, UNKNOWN } from './condition.ts'
import { type FilterScope, resolveFilters } from './resolve-filters.ts'
import { type ServedScope, servedRelation } from './served-relation.ts'
import { visibleRows } from './visible-rows.ts'

/** The related rows that are shown; `visible` are those that may be. */
export function resolveWhere(
  target: Model,
  options: PopulateOptions,
  scope: PopulateScope,
  visible = visibleRows(target, scope.publicationState, scope.context),
): Condition | null {
  return combine('all', [
    resolveFilters(target, options.filters, `${options.path}[filters]`, servedFilters(scope)),
    visible,
    hasRequired(target, options.populate, scope),
  ])
}

/** Filters see the translations that are served. */
export function servedFilters<S extends FilterScope & ServedScope>(scope: S): S {
  return scope.chain === null ? scope : { ...scope, served: attribute => servedRelation(attribute, scope) }
}

/** `populate[comments][required]=true`: only entries that have such related ones. */
export function hasRequired(model: Model, populate: PopulateRequest, scope: PopulateScope): Condition | null {
  return combine(
    'all',
    populate.branches.map(({ name, options }) => {
      if (options.kind === 'problem' || !options.required) return null
      const attribute = visibleAttribute(model, name, scope.context)
      if (attribute === undefined || attribute.kind === 'scalar') return null
      return hasSome(model, attribute, options, scope)
    }),
  )
}

function hasSome(
  model: Model,
  attribute: Exclude<Attribute, ScalarAttribute>,
  options: PopulateOptions,
  outer: PopulateScope,
): Condition {
  outer.countTerm()
  const scope = { ...outer, publicationState: options.publicationState ?? outer.publicationState }
  const some = (linked: LinkedAttribute, inner: PopulateOptions): Condition => {
    const target = modelAt(model, linked.name, linked.target, scope.context)
    const served = servedRelation(linked, scope)
    return {
      kind: 'some',
      attribute: served?.attribute ?? linked,
      target,
      visible: null,
      condition: exists(resolveWhere(target, inner, scope, served?.visible)),
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
