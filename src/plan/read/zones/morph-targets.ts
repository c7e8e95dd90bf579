/** What a morph relation may lead to, as far as the caller may know of it. */
import { PopulusError } from '../../../errors.ts'
import type { PopulateOptions } from '../../../query/read-request.ts'
import type { Attribute, Component, FixedColumn, Model, MorphAttribute } from '../../../schema/schema.ts'
import { modelOf } from '../../../schema/schema.ts'
import { may, mayReach } from '../../access.ts'
import type { PlanContext } from '../../plan-context.ts'
import { isNamed } from '../../visibility.ts'
import { type FilterScope, resolveFilters } from '../conditions/resolve-filters.ts'
import { resolveFields } from '../resolve-fields.ts'
import { resolveSort } from '../sort/resolve-sort.ts'
import { readableHolders } from './component-holders.ts'

/** Types that may be found, and components that lead here and are in some entry that may be read. */
export function morphTargets(attribute: MorphAttribute, context: PlanContext): ReadonlySet<string> {
  const { schema, access } = context
  const types = [...schema.types.keys()].filter(uid => mayReach(access, uid))
  // Which place a component is in is not known here, so neither is which of its fields may be read.
  if (access.componentFields !== undefined) return new Set(types)
  const components = [...schema.components.values()].filter(component => mayList(component, attribute, context))
  return new Set([...types, ...components.map(({ uid }) => uid)])
}

function mayList(component: Component, morph: MorphAttribute, context: PlanContext): boolean {
  if (context.dialect.listedComponentsNeedRight && !may(context.access, `${component.uid}.find`)) return false
  const leads = leadingAttributes(component, morph).some(attribute => isNamed(component, attribute, context))
  return leads && readableHolders(component, 'live', context).length > 0
}

/** Rows of the link table that stand for an attribute which the caller may not read, although its entry may be read. */
export function hiddenLinks(
  morph: MorphAttribute,
  models: readonly Model[],
  context: PlanContext,
): readonly (readonly FixedColumn[])[] {
  return models.flatMap(model =>
    leadingAttributes(model, morph)
      .filter(attribute => !isNamed(model, attribute, context))
      .map(({ link }) => link.fixed),
  )
}

type Leading = Attribute & { readonly link: { readonly kind: 'table'; readonly fixed: readonly FixedColumn[] } }

/** Media, or relations the other way round: they are stored in the table of the morph relation. */
function leadingAttributes(model: Model, { link }: MorphAttribute): readonly Leading[] {
  if (link?.kind !== 'table') return []
  return [...model.attributes.values()].filter((attribute): attribute is Leading => {
    if (attribute.kind !== 'media' && attribute.kind !== 'relation') return false
    return attribute.link?.kind === 'table' && attribute.link.table === link.table
  })
}

/**
 * Whether options that are meant for rows of any model make sense for a component. One that lacks a name in them is left
 * out: most are written with entries in mind.
 */
export function fitsComponent(uid: string, options: PopulateOptions, scope: FilterScope): boolean {
  const { context } = scope
  const component = modelOf(context.schema, uid)
  let fits = true
  const trial: FilterScope = {
    ...scope,
    countTerm: () => undefined,
    noteUnknown: () => undefined,
    defer: () => {
      fits = false
    },
  }
  try {
    resolveFields(component, options.fields, options.path, context)
    resolveSort(component, options.sort, options.path, context)
    resolveFilters(component, options.filters, options.path, trial)
  } catch (error) {
    if (error instanceof PopulusError && error.key === 'invalidParameter') return false
    throw error
  }
  return fits
}
