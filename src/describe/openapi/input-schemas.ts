/** What bodies may hold. */
import { type Attribute, type Component, type ContentType, type Model, modelOf } from '../../schema/schema.ts'
import { nameOf } from '../model-names.ts'
import { type DescribedApi, modelSchema, sharedSchema, writableAttributes } from './described-api.ts'
import { ANY, INTEGER, type JsonSchema, listOf, object, orNull, STRING } from './json-schema.ts'
import { givenScalar } from './scalar-schemas.ts'

/** The values of a new entry. */
export function createInput(api: DescribedApi, type: ContentType): JsonSchema {
  return modelSchema(api, type, 'Input', () => inputOf(api, type, { mayBeDraft: type.draftAndPublish, isNew: true }))
}

/** The values to change; the others stay. */
export function updateInput(api: DescribedApi, type: ContentType): JsonSchema {
  return modelSchema(api, type, 'Update', () => inputOf(api, type, { mayBeDraft: type.draftAndPublish, isNew: false }))
}

/** A component is replaced as a whole, or changed if its `id` is given. Its entry may be a draft. */
function partInput(api: DescribedApi, component: Model): JsonSchema {
  return modelSchema(api, component, 'Input', () => {
    const { properties, ...rest } = inputOf(api, component, { mayBeDraft: true, isNew: false })
    return { ...rest, properties: { id: INTEGER, ...(properties as object) } }
  })
}

interface InputKind {
  readonly mayBeDraft: boolean
  readonly isNew: boolean
}

function inputOf(api: DescribedApi, model: Model, { mayBeDraft, isNew }: InputKind): JsonSchema {
  const attributes = writableAttributes(model, api)
  const properties = attributes.map(attribute => [attribute.name, givenValue(api, attribute, mayBeDraft)])
  const needed = attributes.filter(
    ({ required, definition, kind }) => required && definition.default === undefined && kind !== 'media',
  )
  return object(Object.fromEntries(properties), isNew && !mayBeDraft ? needed.map(({ name }) => name) : [])
}

function givenValue(api: DescribedApi, attribute: Attribute, mayBeDraft: boolean): JsonSchema {
  switch (attribute.kind) {
    case 'scalar': {
      const schema = givenScalar(attribute, mayBeDraft)
      return attribute.required && !mayBeDraft ? schema : orNull(schema)
    }
    case 'relation':
    case 'media':
      return attribute.many ? relationList(api) : relationToOne(api)
    case 'component': {
      const part = partInput(api, modelOf(api.schema, attribute.target))
      return attribute.many ? listOf(part) : orNull(part)
    }
    case 'zone':
      return listOf(zoneInput(api, attribute.components))
    case 'morph':
      return ANY
    default:
      return attribute satisfies never
  }
}

function zoneInput(api: DescribedApi, uids: readonly string[]): JsonSchema {
  if (uids.length === 0) return { type: 'object' }
  const parts = uids.map(uid => [uid, blockInput(api, modelOf(api.schema, uid) as Component)] as const)
  return {
    oneOf: parts.map(([, pointer]) => ({ $ref: pointer })),
    discriminator: { propertyName: '__component', mapping: Object.fromEntries(parts) },
  }
}

function blockInput(api: DescribedApi, component: Component): string {
  return api.book.pointer(`${nameOf(component)}BlockInput`, `${component.uid} BlockInput`, () => ({
    allOf: [
      object({ __component: { type: 'string', const: component.uid } }, ['__component']),
      partInput(api, component),
    ],
  }))
}

const ID: JsonSchema = { type: ['integer', 'string'] }

function entryId(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'EntryId', () => ({ anyOf: [ID, object({ id: ID }, ['id'])] }))
}

function relationChange(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'RelationChange', () => {
    const placed = object({ id: ID, position: positionSchema() }, ['id'])
    const ids = listOf(entryId(api))
    return object({ set: ids, connect: listOf({ anyOf: [entryId(api), placed] }), disconnect: ids })
  })
}

function positionSchema(): JsonSchema {
  return object({ before: ID, after: ID, start: { const: true }, end: { const: true } })
}

function relationToOne(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'RelationInput', () => ({
    anyOf: [entryId(api), relationChange(api), listOf(entryId(api)), { type: 'null' }],
  }))
}

function relationList(api: DescribedApi): JsonSchema {
  return sharedSchema(api, 'RelationListInput', () => ({
    anyOf: [listOf(entryId(api)), relationChange(api), entryId(api), { type: 'null' }],
  }))
}

/** The values of a translation: flat, and with its language. */
export function translationInput(api: DescribedApi, type: ContentType): JsonSchema {
  return { allOf: [object({ locale: STRING }, ['locale']), updateInput(api, type)] }
}
