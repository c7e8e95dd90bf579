/** Which attributes exist for a caller. Invisible attributes are treated everywhere as if they did not exist. */
import { PopulusError } from '../errors.ts'
import { ADMIN_UID, type Attribute, type Model, type RelationAttribute, ROLE_UID, USER_UID } from '../schema/schema.ts'
import { nearestName } from '../util/text/nearest-name.ts'
import { type Access, type FieldUse, mayReach, mayUseField } from './access.ts'
import type { PlanContext } from './plan-context.ts'

type WithAccess = Pick<PlanContext, 'access'>

/**
 * Whether an attribute exists for a particular use in a query. Files need no separate grant, components belong to their
 * parent, and an option of the type makes creators visible.
 */
export function isVisible(model: Model, attribute: Attribute, context: WithAccess, use: FieldUse = 'read'): boolean {
  if (!isNamed(model, attribute, context, use)) return false
  return attribute.kind !== 'relation' || isCreator(attribute) || mayReach(context.access, attribute.target)
}

/** Whether the caller knows the attribute, even if its target may be out of reach. */
export function isNamed(model: Model, attribute: Attribute, context: WithAccess, use: FieldUse = 'read'): boolean {
  if (!isOpen(model, attribute, context, use)) return false
  return model.kind !== 'type' || mayUseField(context.access, model.uid, attribute.name, use)
}

/** Whether some grant could show the attribute to a caller of this kind. */
export function isOpen(model: Model, attribute: Attribute, { access }: WithAccess, use: FieldUse = 'read'): boolean {
  if (access.internal === true) return true
  if (attribute.private && !showsPrivate(model, access)) return false
  if (attribute.kind === 'scalar' && attribute.type === 'password') return false
  return use !== 'read' || !isUsersOfRole(model, attribute)
}

/** The private attributes of built-in types are secrets of the server, such as codes that were sent by mail. */
function showsPrivate(model: Model, { privateFields = false }: Access): boolean {
  return privateFields && (model.kind === 'component' || model.userDefined)
}

/** Who created or changed an entry: private, unless the type has `populateCreatorFields`. */
function isCreator({ name, target }: RelationAttribute): boolean {
  return target === ADMIN_UID && (name === 'createdBy' || name === 'updatedBy')
}

/** The users of a role are never shown, as in Strapi, but a filter or a sort may lead through them. */
function isUsersOfRole({ uid }: Model, attribute: Attribute): boolean {
  return uid === ROLE_UID && attribute.kind === 'relation' && attribute.target === USER_UID
}

/** The attribute with this name, if it exists for the caller. */
export function visibleAttribute(
  model: Model,
  name: string,
  context: WithAccess,
  use: FieldUse = 'read',
): Attribute | undefined {
  const attribute = model.attributes.get(name)
  return attribute !== undefined && isVisible(model, attribute, context, use) ? attribute : undefined
}

/** The error for a name that does not exist for the caller. It is the same for unknown and hidden names. */
export function invalidParameter(name: string, model: Model, path: string, context: PlanContext): PopulusError {
  const visible = [...model.attributes.values()].filter(attribute => isVisible(model, attribute, context))
  const help = helpWith(name, visible, path)
  return new PopulusError('invalidParameter', { name }, { hint: help === null ? `at ${path}` : `at ${path}; ${help}` })
}

function helpWith(name: string, visible: readonly Attribute[], path: string): string | null {
  const [first, second] = name.split(',')
  if (second !== undefined) return `names stand apart: ${path}[0]=${first}&${path}[1]=${second}`
  const nearest = nearestName(
    name,
    visible.map(attribute => attribute.name),
  )
  if (nearest === undefined) return null
  if (nearest === name) {
    const kind = visible.find(attribute => attribute.name === name)?.kind
    if (kind === 'zone' && path.endsWith(`[${name}]`))
      return `a zone is searched by its components: ${path}[on][category.name][attribute]=...`
    return kind === 'scalar' ? null : `${name} is no plain field, but leads to some`
  }
  const isDescending = name.startsWith('-') && /(^|\[)sort\]?$/.test(path)
  return `did you mean ${nearest}${isDescending ? ':desc' : ''}?`
}
