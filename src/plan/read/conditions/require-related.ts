/** Which related rows are shown, and which entries must have some of them. */
import type { PopulateBranch, PopulateOptions, PopulateRequest } from '../../../query/read-request.ts'
import type { Attribute, LinkedAttribute, Model, ScalarAttribute, ZoneAttribute } from '../../../schema/schema.ts'
import { modelAt, modelKey } from '../../placed-model.ts'
import type { PlanContext } from '../../plan-context.ts'
import { visibleAttribute } from '../../visibility.ts'
import type { PopulateScope } from '../populate-scope.ts'
import { refuseRequired } from '../zones/chosen-components.ts'
import { type ServedScope, servedRelation } from './apply-locale.ts'
import { blockAttribute } from './block-attribute.ts'
import { type Condition, combine, exists, UNKNOWN } from './condition.ts'
import { type FilterScope, resolveFilters } from './resolve-filters.ts'
import { visibleRows } from './visible-rows.ts'

type Followed = Exclude<Attribute, ScalarAttribute>

/** The related rows that are shown; `visible` are those that may be. */
export function resolveWhere(
  target: Model,
  options: PopulateOptions,
  scope: PopulateScope,
  visible = visibleRows(target, scope.publicationState, scope.context),
): Condition | null {
  return combine('all', [
    resolveFilters(
      target,
      options.filters,
      `${options.path}[filters]`,
      scope.chain === null ? scope : servedFilters(scope),
    ),
    visible,
    hasRequired(target, options.populate, scope),
  ])
}

/** Filters see the translations that are served, where others than those of one locale may be. */
export function servedFilters<S extends FilterScope & ServedScope>(scope: S): S {
  return { ...scope, served: attribute => servedRelation(attribute, scope) }
}

/** `populate[comments][required]=true`: only entries that have such related ones. */
export function hasRequired(model: Model, populate: PopulateRequest, scope: PopulateScope): Condition | null {
  return combine(
    'all',
    populate.branches.map(branch => {
      const { name, options } = branch
      if (options.kind === 'problem' || !isRequiredBranch(model, branch, scope.context)) return null
      return hasSome(model, model.attributes.get(name) as Followed, options, scope)
    }),
  )
}

/** What is required further down is required all the way up. What the caller may not see requires nothing. */
function isRequired(model: Model, attribute: Followed, options: PopulateOptions, context: PlanContext): boolean {
  if (options.required) return true
  if (attribute.kind === 'morph') return false
  if (attribute.kind !== 'zone') {
    return requiresBelow(modelAt(model, attribute.name, attribute.target, context), options.populate, context)
  }
  const block = (uid: string) => modelAt(model, attribute.name, uid, context)
  if (options.on === null) return attribute.components.some(uid => requiresBelow(block(uid), options.populate, context))
  return options.on.some(({ name, options: own }) => isRequiredBlock(attribute, name, own, block, context))
}

function isRequiredBlock(
  zone: ZoneAttribute,
  uid: string,
  own: PopulateBranch['options'],
  block: (uid: string) => Model,
  context: PlanContext,
): own is PopulateOptions {
  if (own.kind === 'problem' || !zone.components.includes(uid)) return false
  return own.required || requiresBelow(block(uid), own.populate, context)
}

/** Models that share their options lead to the same places again and again, so each is looked at once. */
const known = new WeakMap<PopulateRequest, Map<string, boolean>>()

function requiresBelow(model: Model, populate: PopulateRequest, context: PlanContext): boolean {
  if (populate.branches.length === 0) return false
  const answers = known.get(populate) ?? new Map<string, boolean>()
  known.set(populate, answers)
  const key = `${context.access.fingerprint} ${modelKey(model)}`
  const answer = answers.get(key) ?? populate.branches.some(branch => isRequiredBranch(model, branch, context))
  answers.set(key, answer)
  return answer
}

/** Whether entries without anything in this branch are left out. */
export function isRequiredBranch(model: Model, { name, options }: PopulateBranch, context: PlanContext): boolean {
  const attribute = visibleAttribute(model, name, context)
  if (options.kind === 'problem' || attribute === undefined || attribute.kind === 'scalar') return false
  return isRequired(model, attribute, options, context)
}

function hasSome(model: Model, attribute: Followed, options: PopulateOptions, outer: PopulateScope): Condition {
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
  if (attribute.kind === 'morph') refuseRequired(options)
  const { on } = options
  const shown = attribute.components.flatMap(uid => {
    const own = on === null ? options : on.find(({ name }) => name === uid)?.options
    const isShown = own?.kind === 'options' && (options.components?.includes(uid) ?? true)
    return isShown ? [{ uid, own }] : []
  })
  const hasBlock = ({ uid, own }: (typeof shown)[number]) => some(blockAttribute(attribute, uid), own)
  const block = (uid: string) => modelAt(model, attribute.name, uid, scope.context)
  const required = shown.filter(
    ({ uid, own }) => on !== null && isRequiredBlock(attribute, uid, own, block, scope.context),
  )
  const hasAny = required.length > 0 && !options.required ? null : (combine('any', shown.map(hasBlock)) ?? UNKNOWN)
  return combine('all', [hasAny, ...required.map(hasBlock)])!
}
