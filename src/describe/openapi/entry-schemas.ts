/** Entries, components and files as answers show them. `fields` and `populate` decide what is there, so nothing is required. */
import {
  type Attribute,
  type Component,
  type ContentType,
  FILE_UID,
  type Model,
  modelOf,
  type ScalarAttribute,
  type ZoneAttribute,
} from '../../schema/schema.ts'
import { isDescribed, nameOf } from '../model-names.ts'
import { type DescribedApi, modelSchema, sharedSchema, showsDrafts, visibleAttributes } from './described-api.ts'
import { ANY, INTEGER, type JsonSchema, listOf, object, orNull, STRING } from './json-schema.ts'
import { ownFields } from './own-file-schemas.ts'
import { answeredScalar } from './scalar-schemas.ts'

/** `{ id, attributes }` */
export function entrySchema(api: DescribedApi, type: ContentType): JsonSchema {
  return modelSchema(api, type, '', () =>
    object({ id: INTEGER, attributes: attributesSchema(api, type) }, ['id', 'attributes']),
  )
}

function attributesSchema(api: DescribedApi, type: ContentType): JsonSchema {
  return modelSchema(api, type, 'Attributes', () => object(attributesOf(api, type, linkedSchema)))
}

/** Users and files on their own routes: no `attributes`, and what is populated has no `data`. */
export function flatSchema(api: DescribedApi, type: ContentType): JsonSchema {
  return modelSchema(api, type, 'Flat', () => object({ id: INTEGER, ...attributesOf(api, type, () => ANY) }, ['id']))
}

/** The attributes of a component are next to its `id`. */
function componentSchema(api: DescribedApi, component: Model): JsonSchema {
  return modelSchema(api, component, '', () => object({ id: INTEGER, ...attributesOf(api, component, linkedSchema) }))
}

type LinkedSchema = (api: DescribedApi, attribute: Exclude<Attribute, ScalarAttribute>) => JsonSchema

function attributesOf(api: DescribedApi, model: Model, linked: LinkedSchema): Record<string, JsonSchema> {
  const described = visibleAttributes(model, api).map(attribute => [
    attribute.name,
    attribute.kind === 'scalar' ? scalarSchema(api, model, attribute) : linked(api, attribute),
  ])
  return { ...Object.fromEntries(described), ...ownFields(api, model) }
}

function scalarSchema(api: DescribedApi, model: Model, attribute: ScalarAttribute): JsonSchema {
  if (model.uid === FILE_UID && attribute.name === 'formats') return orNull(formatsSchema(api))
  const schema = answeredScalar(attribute)
  return isAlwaysThere(api, model, attribute) ? schema : orNull(schema)
}

const ALWAYS: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'locale'])

/** Drafts may lack what is required, and so may the components in them. */
function isAlwaysThere(api: DescribedApi, model: Model, { name, required }: ScalarAttribute): boolean {
  if (model.kind === 'component') return false
  return ALWAYS.has(name) || (required && !showsDrafts(model, api))
}

function formatsSchema(api: DescribedApi): JsonSchema {
  const format = sharedSchema(api, 'FileFormat', () =>
    object({
      ...{ name: STRING, hash: STRING, ext: STRING, mime: STRING, width: INTEGER, height: INTEGER },
      ...{ size: { type: 'number' }, path: orNull(STRING), url: STRING },
    }),
  )
  return { type: 'object', additionalProperties: format }
}

function linkedSchema(api: DescribedApi, attribute: Exclude<Attribute, ScalarAttribute>): JsonSchema {
  switch (attribute.kind) {
    case 'zone':
      return listOf(zoneItem(api, attribute))
    case 'morph':
      return attribute.many ? listOf({ type: 'object' }) : { type: ['object', 'null'] }
    case 'component': {
      const part = componentSchema(api, modelOf(api.schema, attribute.target))
      return attribute.many ? listOf(part) : orNull(part)
    }
    case 'relation':
    case 'media': {
      const entry = isDescribed(attribute.target) ? linkedEntry(api, attribute.target) : anyEntry(api)
      const isNullable = !attribute.many || (attribute.kind === 'media' && !api.dialect.emptyListsAreLists)
      const data = attribute.many ? listOf(entry) : entry
      return object({ data: isNullable ? orNull(data) : data }, ['data'])
    }
    default:
      return attribute satisfies never
  }
}

function linkedEntry(api: DescribedApi, uid: string): JsonSchema {
  return entrySchema(api, modelOf(api.schema, uid) as ContentType)
}

function anyEntry(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'AnyEntry', () => object({ id: INTEGER, attributes: { type: 'object' } }))
}

/** One of the components, told apart by `__component`. */
function zoneItem(api: DescribedApi, { components }: ZoneAttribute): JsonSchema {
  if (components.length === 0) return { type: 'object' }
  const parts = components.map(uid => [uid, blockPointer(api, modelOf(api.schema, uid) as Component)] as const)
  return {
    oneOf: parts.map(([, pointer]) => ({ $ref: pointer })),
    discriminator: { propertyName: '__component', mapping: Object.fromEntries(parts) },
  }
}

function blockPointer(api: DescribedApi, component: Component): string {
  return api.book.pointer(`${nameOf(component)}Block`, `${component.uid} Block`, () => ({
    allOf: [
      object({ __component: { type: 'string', const: component.uid } }, ['__component']),
      componentSchema(api, component),
    ],
  }))
}
