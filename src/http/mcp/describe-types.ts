/** The content types as an assistant needs to know them: what the caller may read, in few words. */
import { type Access, may } from '../../plan/access.ts'
import { isVisible } from '../../plan/visibility.ts'
import type { Attribute, ContentType, Model, Schema } from '../../schema/schema.ts'

export interface DescribedType {
  /** The name in its address: `articles`, `homepage`. */
  readonly type: string
  readonly title: string
  readonly kind: 'collection' | 'single'
  readonly drafts: boolean
  readonly translations: boolean
  /** Whether the tool `search` finds its entries. */
  readonly search: boolean
  /** What this caller may do with it. */
  readonly actions: readonly string[]
}

const ACTIONS = ['find', 'findDrafts', 'create', 'update', 'delete']

/** The types that the caller may read or create. */
export function usableTypes({ types }: Schema, access: Access): readonly ContentType[] {
  return [...types.values()].filter(
    ({ userDefined, uid }) => userDefined && ACTIONS.some(action => may(access, `${uid}.${action}`)),
  )
}

export function addressOf({ single, singularName, pluralName }: ContentType): string {
  return single ? singularName : pluralName
}

export function describeType(type: ContentType, access: Access): DescribedType {
  return {
    type: addressOf(type),
    title: type.displayName,
    kind: type.single ? 'single' : 'collection',
    drafts: type.draftAndPublish,
    translations: type.localized,
    search: type.search.length > 0,
    actions: ACTIONS.filter(action => may(access, `${type.uid}.${action}`)),
  }
}

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The fields of a type, and those of the components in it. */
export function describeFields(type: ContentType, schema: Schema, access: Access) {
  const components = new Map<string, Fields>()
  const fields = (model: Model): Fields =>
    Object.fromEntries(
      [...model.attributes.values()]
        .filter(attribute => isVisible(model, attribute, { access }))
        .map(attribute => [attribute.name, describe(attribute)]),
    )
  const add = (uid: string): void => {
    const component = schema.components.get(uid)
    if (component === undefined || components.has(uid)) return
    components.set(uid, {})
    components.set(uid, fields(component))
  }
  const describe = (attribute: Attribute): Readonly<Record<string, unknown>> => {
    for (const uid of componentsOf(attribute)) add(uid)
    return { ...shapeOf(attribute, schema), ...(attribute.required ? { required: true } : {}) }
  }
  return { fields: fields(type), components: Object.fromEntries(components) }
}

function componentsOf(attribute: Attribute): readonly string[] {
  if (attribute.kind === 'component') return [attribute.target]
  return attribute.kind === 'zone' ? attribute.components : []
}

function shapeOf(attribute: Attribute, { types }: Schema): Readonly<Record<string, unknown>> {
  switch (attribute.kind) {
    case 'scalar': {
      const { enum: values } = attribute.definition
      return { type: attribute.type, ...(values === undefined ? {} : { values }) }
    }
    case 'relation': {
      const target = types.get(attribute.target)
      return { type: 'relation', to: target === undefined ? attribute.target : addressOf(target), many: attribute.many }
    }
    case 'component':
      return { type: 'component', component: attribute.target, many: attribute.many }
    case 'zone':
      return { type: 'zone', components: attribute.components }
    case 'media':
      return { type: 'media', many: attribute.many }
    case 'morph':
      return { type: 'relation', to: 'any type', many: attribute.many }
  }
}
