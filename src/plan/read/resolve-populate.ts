/**
 * `populate` -> the children of an entry. Names that cannot be populated are ignored, even if their options are
 * invalid.
 */
import { PopulusError } from '../../errors.ts'
import {
  type PopulateBranch,
  type PopulateOptions,
  type PopulateRequest,
  plainOptions,
  type SelectionRequest,
} from '../../query/read-request.ts'
import {
  type Attribute,
  isScalar,
  type LinkedAttribute,
  type Model,
  type MorphAttribute,
  type ScalarAttribute,
  type ZoneAttribute,
} from '../../schema/schema.ts'
import { namesHidden } from '../access.ts'
import { modelAt, modelKey } from '../placed-model.ts'
import type { PlanContext } from '../plan-context.ts'
import { isVisible, visibleAttribute } from '../visibility.ts'
import { servedRelation, withLocale } from './conditions/apply-locale.ts'
import { comparesRelated } from './conditions/condition.ts'
import { isRequiredBranch, resolveWhere } from './conditions/require-related.ts'
import { checkPreview } from './conditions/visible-rows.ts'
import type { PopulateScope } from './populate-scope.ts'
import type { ChildPlan, EntryPlan, OrderTerm, Variant } from './read-plan.ts'
import { resolveFields } from './resolve-fields.ts'
import { resolveSlice } from './resolve-page.ts'
import { resolveSort, withSortedFirst } from './sort/resolve-sort.ts'
import { noteLeftOut, noteUnknownBranches } from './unknown-names.ts'
import { checkBesideOn } from './zones/check-beside-on.ts'
import {
  chosenComponents,
  explainingShared,
  refuseInstead,
  refuseRequired,
  refuseVariants,
} from './zones/chosen-components.ts'
import { readableHolders } from './zones/component-holders.ts'
import { fitsComponent, hiddenLinks, morphTargets } from './zones/morph-targets.ts'

/** The scalars and children of one kind of row. `served`: in one locale of several, which the row then shows. */
export function resolveEntry(
  model: Model,
  selection: SelectionRequest,
  scope: PopulateScope,
  served: boolean,
): EntryPlan {
  const path = selection.path === '' ? 'fields' : `${selection.path}[fields]`
  const fields = resolveFields(model, selection.fields, path, scope.context)
  const scalars = served ? withLocale(fields, model, scope.context) : fields
  const populate = populated(selection, model, scope)
  noteLeftOut([model], { ...selection, populate }, scope)
  const children = resolvePopulate(model, populate, scope)
  const entry = { model, scalars, children }
  scope.deep?.meet(entry, selection.populate)
  return entry
}

/** The same for related rows, which may be planned alike in several places. */
function resolveRelated(model: Model, selection: SelectionRequest, scope: PopulateScope, served = false): EntryPlan {
  const key = { selection, variant: `${modelKey(model)} ${scope.publicationState} ${served}` }
  return scope.sharedPlans.get(key, scope, counters =>
    resolveEntry(model, selection, { ...scope, ...counters }, served),
  )
}

function populated({ populate }: SelectionRequest, model: Model, { deep }: PopulateScope): PopulateRequest {
  return deep === null ? populate : deep.expand(populate, model)
}

function resolvePopulate(model: Model, populate: PopulateRequest, scope: PopulateScope): readonly ChildPlan[] {
  if (populate.every) noteUnknownBranches([model], populate.branches, scope)
  return branchesOf(model, populate, scope.context).flatMap(branch => {
    const attribute = visibleAttribute(model, branch.name, scope.context)
    if (attribute === undefined || attribute.kind === 'scalar') {
      noteUnknownBranches([model], [branch], scope)
      return []
    }
    const child = resolveChild(model, attribute, branch, scope)
    if (child === null) return []
    return [isRequiredBranch(model, branch, scope.context) ? { ...child, required: true } : child]
  })
}

/** Nothing in it can be invalid, so no message will show its path. */
const PLAIN = plainOptions('populate')

/** `*` means every visible attribute in schema order; a branch with the same name sets the options. */
function branchesOf(model: Model, populate: PopulateRequest, context: PlanContext): readonly PopulateBranch[] {
  const except = new Set(populate.except)
  if (!populate.every) return populate.branches.filter(({ name }) => !except.has(name))
  const named = new Map(populate.branches.map(branch => [branch.name, branch]))
  return [...model.attributes.values()]
    .filter(attribute => attribute.kind !== 'scalar' && isVisible(model, attribute, context))
    .filter(({ name }) => !except.has(name))
    .map(({ name }) => named.get(name) ?? { name, options: PLAIN })
}

function resolveChild(
  model: Model,
  attribute: Exclude<Attribute, ScalarAttribute>,
  branch: PopulateBranch,
  outer: PopulateScope,
): ChildPlan | null {
  const { options } = branch
  if (options.kind === 'problem') {
    outer.defer(options.error)
    return null
  }
  checkBranch(options, outer)
  const scope = { ...outer, publicationState: options.publicationState ?? outer.publicationState }
  if (attribute.kind === 'zone' || attribute.kind === 'morph') return resolveVariants(model, attribute, options, scope)
  return resolveLink(model, attribute, options, scope)
}

/** Counts every branch as a node, and allows paging only where the dialect does. */
function checkBranch(options: PopulateOptions, { context, countNode }: PopulateScope): void {
  countNode()
  if (options.pagingParameter !== null && !context.dialect.populateWithPagination) {
    throw new PopulusError('populateWithPagination', { parameter: options.pagingParameter })
  }
}

function resolveLink(model: Model, linked: LinkedAttribute, options: PopulateOptions, scope: PopulateScope): ChildPlan {
  refuseVariants(linked, options, scope)
  const target = modelAt(model, linked.name, linked.target, scope.context)
  checkPreview(target, options.publicationState, `${options.path}[publicationState]`, scope.context)
  const served = servedRelation(linked, scope)
  const attribute = served?.attribute ?? linked
  const isBare = namesEntriesOnly(linked, options, scope.context)
  const where = isBare ? null : resolveWhere(target, options, scope, served?.visible)
  const order = resolveOrder(attribute, target, options, scope)
  const resolved = resolveRelated(target, options, scope, served !== null)
  const statement = { order, link: linked.link, comparesRelated: comparesRelated(where), fields: options.fields }
  const entry = withSortedFirst(resolved, statement, scope.context)
  // Options for entries that are only counted are checked, but have no effect.
  const { shows } = options
  if (shows === 'exists' || (shows === 'count' && isCountable(attribute, scope.context)))
    return { kind: 'count', shows, attribute, target, where }
  const idsOnly = shows === 'ids'
  return {
    kind: 'link',
    attribute,
    where,
    order,
    entry: idsOnly || isBare ? { model: target, scalars: [], children: [] } : entry,
    idsOnly,
    ordering: options.ordering,
    // A single entry has nothing to page through.
    slice: attribute.many ? resolveSlice(options.slice, scope.context.settings) : null,
    empty: scope.context.dialect.emptyListsAreLists || !isMorphList(attribute) ? '[]' : 'null',
  }
}

/**
 * Whether the relation leads to entries that rules hide from the caller, who learns their ids. With conditions or an order, it
 * leads only to those that the caller may read.
 */
function namesEntriesOnly(
  { kind, name, target }: LinkedAttribute,
  { filters, sort }: PopulateOptions,
  { access }: PlanContext,
): boolean {
  if (kind !== 'relation' || name === 'localizations' || filters !== null || sort.length > 0) return false
  return namesHidden(access, target)
}

/** `localizations` have no meaningful order of their own; an order in the query takes precedence. */
function resolveOrder(
  attribute: LinkedAttribute,
  target: Model,
  { sort, ordering, path }: PopulateOptions,
  scope: PopulateScope,
): readonly OrderTerm[] {
  const { context } = scope
  const order = resolveSort(target, sort, `${path}[sort]`, context, scope)
  const byLocale = context.dialect.localizationsByLocale && attribute.name === 'localizations'
  const locale = byLocale && order.length === 0 ? visibleAttribute(target, 'locale', context) : undefined
  return isScalar(locale) ? [{ hops: [], column: { kind: 'scalar', attribute: locale }, order: ordering }] : order
}

/** Media, and the inverse side of a morph relation. */
function isMorphList(attribute: LinkedAttribute): boolean {
  return attribute.kind === 'media' || (attribute.kind === 'relation' && attribute.relation === 'morphMany')
}

/** Strapi counts neither media nor other morph relations. */
function isCountable(attribute: LinkedAttribute, { dialect }: PlanContext): boolean {
  if (dialect.mediaIsCounted) return true
  return attribute.kind !== 'media' && !(attribute.kind === 'relation' && attribute.relation.startsWith('morph'))
}

/** With `on`: only the models it names, each with its own options. Without it: the same options for every model. */
function resolveVariants(
  holder: Model,
  attribute: ZoneAttribute | MorphAttribute,
  options: PopulateOptions,
  scope: PopulateScope,
): ChildPlan | null {
  const { context } = scope
  refuseInstead(options, scope)
  const uids = chosenComponents(
    attribute,
    attribute.kind === 'zone' ? new Set(attribute.components) : morphTargets(attribute, context),
    options,
    scope,
  )
  const variants = new Map<string, Variant>()
  if (options.on === null) {
    const models = [...uids].map(uid => modelAt(holder, attribute.name, uid, context))
    if (!isDeep(options, scope)) {
      noteUnknownBranches(models, options.populate.branches, scope)
      noteLeftOut(models, options, scope)
    }
    const shared = { ...scope, noteUnknown: () => undefined }
    for (const model of models) {
      const { uid, kind } = model
      if (attribute.kind === 'morph' && kind === 'component' && !fitsComponent(uid, options, shared)) continue
      const variant = () => resolveVariant(model, options, shared, { attribute, shared: true })
      variants.set(uid, explainingShared(models, options, scope, variant))
    }
  } else {
    if (attribute.kind === 'zone')
      checkBesideOn(
        [...uids].map(uid => modelAt(holder, attribute.name, uid, context)),
        options,
        scope,
      )
    for (const branch of options.on) {
      if (branch.options.kind === 'problem') {
        scope.defer(branch.options.error)
        continue
      }
      // For a morph relation, nobody may learn which types exist.
      if (attribute.kind === 'zone' && !uids.has(branch.name))
        scope.noteUnknown({
          what: 'component of this zone named',
          name: branch.name,
          path: `${options.path}[on]`,
          known: uids,
        })
      if (!uids.has(branch.name)) continue
      const model = modelAt(holder, attribute.name, branch.name, context)
      variants.set(branch.name, resolveVariant(model, branch.options, scope, { attribute, shared: false }))
    }
  }
  const shown = [...variants.values()].map(({ entry }) => entry.model)
  return {
    kind: 'variant',
    attribute,
    variants,
    slice: options.on === null ? resolveSlice(options.slice, context.settings) : null,
    showsEmpty: attribute.kind === 'zone' || context.dialect.emptyListsAreLists,
    hiddenLinks: attribute.kind === 'zone' ? [] : hiddenLinks(attribute, shown, context),
  }
}

function isDeep({ populate }: PopulateOptions, { deep }: PopulateScope): boolean {
  return deep !== null && populate.deep !== undefined
}

function resolveVariant(
  model: Model,
  options: PopulateOptions,
  outer: PopulateScope,
  { attribute, shared }: { readonly attribute: ZoneAttribute | MorphAttribute; readonly shared: boolean },
): Variant {
  if (!shared) {
    checkBranch(options, outer)
    refuseInstead(options, outer)
    if (options.required && attribute.kind === 'morph') refuseRequired(options)
    checkPreview(model, options.publicationState, `${options.path}[publicationState]`, outer.context)
  }
  const scope = { ...outer, publicationState: options.publicationState ?? outer.publicationState }
  const resolved = resolveRelated(model, options, scope)
  // `sort` does not change the stored order of blocks, but its names are checked.
  const order = resolveSort(model, options.sort, `${options.path}[sort]`, scope.context)
  const where = resolveWhere(model, options, scope)
  const statement = { order, link: null, comparesRelated: comparesRelated(where), fields: options.fields }
  const entry = withSortedFirst(resolved, statement, scope.context)
  const bare =
    !shared &&
    options.explicitPopulate &&
    !isDeep(options, scope) &&
    options.fields.kind === 'all' &&
    !options.fields.asked &&
    !scope.context.dialect.scalarsBesidePopulateOfBlock
  return {
    entry: bare ? { ...entry, scalars: [] } : entry,
    where,
    holders:
      attribute.kind === 'morph' && model.kind === 'component'
        ? readableHolders(model, scope.publicationState, scope.context)
        : null,
    slice: shared ? null : resolveSlice(options.slice, scope.context.settings),
    required: !shared && options.required,
  }
}
