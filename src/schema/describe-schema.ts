/** The content model in the form of Strapi's content-type builder, for generators of types and clients. */
import type { Attribute, Component, ContentType, Model, Schema } from './schema.ts'
import { ADMIN_UID, FILE_UID } from './schema.ts'

const SYSTEM = new Set(['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'])
const TRANSLATION = new Set(['localizations', 'locale'])

type Json = Readonly<Record<string, unknown>>

export function describeTypes(schema: Schema): readonly Json[] {
  const types = [...schema.types.values()]
  return [...types.filter(type => !type.userDefined), ...types.filter(type => type.userDefined)].map(describeType)
}

export function describeComponents(schema: Schema): readonly Json[] {
  return [...schema.components.values()].map(describeComponent)
}

/** `{ uid, plugin, apiID, schema }` */
export function describeType(type: ContentType): Json {
  const {
    info = {},
    options = {},
    pluginOptions,
  } = type.source as { info?: Json; options?: Json; pluginOptions?: Json }
  const visible = (pluginOptions?.['content-type-builder'] as Json | undefined)?.visible !== false
  return {
    uid: type.uid,
    plugin: type.userDefined ? undefined : pluginOf(type.uid),
    apiID: type.singularName,
    schema: {
      ...options,
      draftAndPublish: type.draftAndPublish,
      displayName: type.displayName,
      singularName: type.singularName,
      pluralName: type.pluralName,
      description: info.description ?? '',
      pluginOptions,
      kind: type.single ? 'singleType' : 'collectionType',
      collectionName: type.tableName,
      attributes: describeAttributes(type),
      visible,
      restrictRelationsTo: restrictions(type.uid, visible),
    },
  }
}

/** `{ uid, category, apiId, schema }` */
export function describeComponent(component: Component): Json {
  const { info = {}, pluginOptions } = component.source as { info?: Json; pluginOptions?: Json }
  return {
    uid: component.uid,
    category: component.category,
    apiId: component.singularName,
    schema: {
      displayName: component.displayName,
      description: info.description ?? '',
      icon: info.icon,
      collectionName: component.tableName,
      pluginOptions,
      attributes: describeAttributes(component),
    },
  }
}

function describeAttributes(model: Model): Json {
  const isSystem = (name: string) =>
    model.kind === 'type' && (SYSTEM.has(name) || (model.localized && TRANSLATION.has(name)))
  const own = [...model.attributes.values()].filter(({ name }) => !isSystem(name))
  return Object.fromEntries(own.map(attribute => [attribute.name, describeAttribute(attribute)]))
}

function describeAttribute(attribute: Attribute): Json {
  const { definition } = attribute
  const configurable = definition.configurable === false ? false : undefined
  if (attribute.kind === 'media') {
    return {
      type: 'media',
      multiple: attribute.many,
      required: attribute.required,
      configurable,
      private: attribute.private,
      allowedTypes: definition.allowedTypes,
      pluginOptions: definition.pluginOptions,
    }
  }
  if (attribute.kind === 'scalar' && definition.type === 'customField') return { ...definition, type: attribute.type }
  if (attribute.kind !== 'relation' && attribute.kind !== 'morph') return definition
  const inverse = definition.inversedBy ?? definition.mappedBy ?? null
  return { ...definition, targetAttribute: inverse, configurable, private: attribute.private }
}

/** `admin::user` belongs to `admin`, `plugin::upload.file` to `upload`. */
function pluginOf(uid: string): string {
  return uid.startsWith('plugin::') ? uid.slice('plugin::'.length).split('.')[0]! : uid.split('::')[0]!
}

function restrictions(uid: string, visible: boolean): readonly string[] | null {
  if (uid === ADMIN_UID) return ['oneWay', 'manyWay']
  return uid.startsWith('strapi::') || uid.startsWith('admin::') || uid === FILE_UID || !visible ? [] : null
}
