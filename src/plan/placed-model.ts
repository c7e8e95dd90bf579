/**
 * The models that an attribute leads to, as they exist for the caller. Lists of fields may reach into components, and the same
 * component may be in several places: there, it has the attributes that the list leaves over.
 */
import { type Component, type Model, modelOf } from '../schema/schema.ts'
import type { Access } from './access.ts'
import type { PlanContext } from './plan-context.ts'

type Placing = Pick<PlanContext, 'schema' | 'access'>

/** A component inside an entry. */
interface PlacedComponent extends Component {
  readonly place: ComponentPlace
}

interface ComponentPlace {
  /** The uid of the type whose list of fields decides. */
  readonly owner: string
  /** `seo` or `seo.social` */
  readonly path: string
}

/** The model with this uid, reached by an attribute of another one. */
export function modelAt(holder: Model, name: string, uid: string, { schema, access }: Placing): Model {
  const model = modelOf(schema, uid)
  if (model.kind === 'type' || access.componentFields === undefined) return model
  const place = 'place' in holder ? (holder as PlacedComponent).place : null
  const owner = place?.owner ?? holder.uid
  const fields = access.componentFields.get(owner)
  if (fields === undefined) return model
  return placed(access, model, { owner, path: place === null ? name : `${place.path}.${name}` }, fields)
}

/** Different for models that are planned differently. */
export function modelKey(model: Model): string {
  if (!('place' in model)) return model.uid
  const { owner, path } = (model as PlacedComponent).place
  return `${model.uid} in ${owner} ${path}`
}

const KNOWN = new WeakMap<Access, Map<string, PlacedComponent>>()

function placed(
  access: Access,
  component: Component,
  place: ComponentPlace,
  fields: ReadonlySet<string>,
): PlacedComponent {
  const known = KNOWN.get(access) ?? new Map<string, PlacedComponent>()
  KNOWN.set(access, known)
  const made: PlacedComponent = { ...component, place, attributes: component.attributes }
  const key = modelKey(made)
  const found = known.get(key)
  if (found !== undefined) return found
  const open = [...component.attributes].filter(([name]) => coversPath(fields, `${place.path}.${name}`))
  const model = Object.freeze({ ...made, attributes: new Map(open) })
  known.set(key, model)
  return model
}

/**
 * Whether a list of fields covers a place inside a component. A list with `seo.metaTitle` names the fields of `seo` one by one;
 * a list with `blocks` alone covers everything below it.
 */
export function coversPath(fields: ReadonlySet<string> | null, path: string): boolean {
  if (fields === null) return true
  const parts = path.split('.')
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('.'))
  if (above.some(name => fields.has(name) && !hasBelow(fields, name))) return true
  return fields.has(path) || hasBelow(fields, path)
}

/** Whether a list of fields covers everything in a component at a place: as a whole, or field by field. */
export function coversPart(
  fields: ReadonlySet<string> | null,
  path: string,
  part: Model,
  schema: PlanContext['schema'],
): boolean {
  if (fields === null || !hasBelow(fields, path)) return coversPath(fields, path)
  return [...part.attributes.values()].every(attribute => {
    const at = `${path}.${attribute.name}`
    if (attribute.kind !== 'component' && attribute.kind !== 'zone') return coversPath(fields, at)
    const inner = attribute.kind === 'zone' ? attribute.components : [attribute.target]
    return inner.every(uid => coversPart(fields, at, modelOf(schema, uid), schema))
  })
}

function hasBelow(fields: ReadonlySet<string>, name: string): boolean {
  return [...fields].some(field => field.startsWith(`${name}.`))
}
