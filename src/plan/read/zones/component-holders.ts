/**
 * Which entries hold a component, directly or within other components, as far as the caller may read them there. A
 * component that is found by other ways than from its entry has no rights of its own: these are its rights.
 */
import type { PublicationState } from '../../../query/read-request.ts'
import type { Component, ComponentAttribute, LinkTable, Model, Schema, ZoneAttribute } from '../../../schema/schema.ts'
import { mayReach } from '../../access.ts'
import type { PlanContext } from '../../plan-context.ts'
import { isVisible } from '../../visibility.ts'
import type { Condition } from '../conditions/condition.ts'
import { visibleRows } from '../conditions/visible-rows.ts'
import type { Holder } from '../read-plan.ts'

/** Empty for a component that the caller cannot come across in any entry. No component contains itself. */
export function readableHolders(
  component: Component,
  state: PublicationState,
  context: PlanContext,
): readonly Holder[] {
  return holdersOf(component, context.schema, (model, attribute) => {
    if (!isVisible(model, attribute, context)) return undefined
    if (model.kind === 'component') return null
    return mayReach(context.access, model.uid) ? visibleRows(model, state, context) : undefined
  })
}

/**
 * What is open of an attribute that holds components: a condition on the entries, `null` for all of them, `undefined` for none.
 * The rows of components have no condition of their own.
 */
export type OpenHolder = (model: Model, attribute: ComponentAttribute | ZoneAttribute) => Condition | null | undefined

export function holdersOf(component: Component, schema: Schema, open: OpenHolder): readonly Holder[] {
  const places = placesOf(schema).get(component.uid) ?? []
  return places.flatMap(({ model, attribute }): readonly Holder[] => {
    const link = linkTo(component, attribute)
    const where = open(model, attribute)
    if (link === null || model.table === null || where === undefined) return []
    if (model.kind === 'type') return [{ model, link, where, holders: null }]
    const holders = holdersOf(model, schema, open)
    return holders.length === 0 ? [] : [{ model, link, where: null, holders }]
  })
}

/** The rows of a link table that lead to this component and no other. */
function linkTo({ uid }: Component, { link }: ComponentAttribute | ZoneAttribute): LinkTable | null {
  if (link === null || !('typeColumn' in link)) return link
  return { ...link, fixed: [...link.fixed, { column: link.typeColumn, value: uid }] }
}

/** An attribute in which a component may be. */
interface Place {
  readonly model: Model
  readonly attribute: ComponentAttribute | ZoneAttribute
}

/** Found once for each schema. */
const known = new WeakMap<Schema, ReadonlyMap<string, readonly Place[]>>()

function placesOf(schema: Schema): ReadonlyMap<string, readonly Place[]> {
  const before = known.get(schema)
  if (before !== undefined) return before
  const places = new Map<string, Place[]>()
  for (const model of [...schema.types.values(), ...schema.components.values()]) {
    for (const attribute of model.attributes.values()) {
      if (attribute.kind !== 'component' && attribute.kind !== 'zone') continue
      for (const uid of attribute.kind === 'zone' ? attribute.components : [attribute.target])
        places.set(uid, [...(places.get(uid) ?? []), { model, attribute }])
    }
  }
  known.set(schema, places)
  return places
}
