/** The content model as the panel needs it: the types that the person may reach, and all components. */
import type { Json, JsonObject } from '../../admin-api/route-types.ts'
import type {
  ActionRights,
  AttributeInfo,
  AttributeTypeName,
  ComponentInfo,
  SchemaInfo,
  TypeInfo,
  TypeRights,
} from '../../admin-api/schema-api.ts'
import type { Attribute, Component, ContentType, Model, RelationAttribute } from '../../schema/schema.ts'
import type { ManagementContext } from '../management-context.ts'
import { type ActionGrant, type AdminRights, CONTENT_ACTIONS, isManaged } from '../rights/admin-rights.ts'

export async function describeModel(context: ManagementContext, rights: AdminRights): Promise<SchemaInfo> {
  const { schema, views } = context
  const view = await views.all()
  const titleField = (model: Model) => view(model).settings.mainField
  const types = [...schema.types.values()].filter(type => !type.uid.startsWith('admin::'))
  return {
    editable: context.builder !== undefined && rights.superAdmin,
    types: types.map(type =>
      typeInfo(context, type, { titleField: titleField(type), rights: typeRights(rights, type) }),
    ),
    components: [...schema.components.values()].map(component => componentInfo(component, titleField(component))),
  }
}

/** What the person may do with the entries of a type. */
export function typeRights(rights: AdminRights, { uid }: ContentType): TypeRights {
  const shown = CONTENT_ACTIONS.map(action => [action, actionRights(rights.grant(uid, action))])
  return Object.fromEntries(shown) as unknown as TypeRights
}

function actionRights(grant: ActionGrant | null): ActionRights | false {
  if (grant === null) return false
  const { fields, locales, conditions } = grant
  return { fields: fields && [...fields], locales: locales && [...locales], conditions }
}

function typeInfo(
  { admin, content, project }: ManagementContext,
  type: ContentType,
  { titleField, rights }: Pick<TypeInfo, 'titleField' | 'rights'>,
): TypeInfo {
  const { info = {}, pluginOptions } = type.source as { info?: JsonObject; pluginOptions?: JsonObject }
  const { groups, preview } = admin.settings
  const group = Object.keys(groups).find(name => groups[name]!.includes(type.uid)) ?? null
  const hidden = (pluginOptions?.['content-manager'] as JsonObject | undefined)?.visible === false
  return {
    uid: type.uid,
    kind: type.single ? 'singleType' : 'collectionType',
    displayName: type.displayName,
    singularName: type.singularName,
    pluralName: type.pluralName,
    description: typeof info.description === 'string' ? info.description : '',
    group,
    visible: isManaged(type) && !hidden && rights.read !== false,
    draftAndPublish: type.draftAndPublish,
    localized: type.localized,
    preview: Object.hasOwn(preview, type.uid),
    apiPath: type.userDefined ? `${project.prefix}/${type.single ? type.singularName : type.pluralName}` : null,
    titleField,
    attributes: attributesOf(type),
    rowEstimate: isWhole(rights.read) ? rowsOf(type, content) : null,
    rights,
  }
}

/** Whether every entry may be read: how many there are is a secret if not. */
function isWhole(read: TypeRights['read']): boolean {
  return read !== false && read.conditions.length === 0 && read.locales === null
}

function rowsOf({ table }: ContentType, { statistics }: ManagementContext['content']): number {
  return table === null ? 0 : statistics.current().rows(table)
}

function componentInfo(component: Component, titleField: string): ComponentInfo {
  const { info = {} } = component.source as { info?: JsonObject }
  return {
    uid: component.uid,
    category: component.category,
    displayName: component.displayName,
    description: typeof info.description === 'string' ? info.description : '',
    icon: typeof info.icon === 'string' ? info.icon : null,
    titleField,
    attributes: attributesOf(component),
  }
}

/** Secrets of the server's own types, such as codes sent by mail, are left out. */
function attributesOf(model: Model): Readonly<Record<string, AttributeInfo>> {
  const isSecret = (attribute: Attribute) => model.kind === 'type' && !model.userDefined && attribute.private
  const shown = [...model.attributes.values()].filter(
    attribute => !isSecret(attribute) || attribute.name === 'password',
  )
  return Object.fromEntries(shown.map(attribute => [attribute.name, attributeInfo(attribute)]))
}

/** Names of a schema file that are passed on as they are. */
const PASSED_ON = [
  ...['default', 'min', 'max', 'minLength', 'maxLength', 'regex', 'enum', 'targetField', 'allowedTypes'],
  ...['customField', 'options', 'pluginOptions'],
] as const

function attributeInfo(attribute: Attribute): AttributeInfo {
  const passedOn = PASSED_ON.flatMap(name => {
    const given = attribute.definition[name] as Json | undefined
    return given === undefined ? [] : [[name, given] as const]
  })
  return {
    type: typeOf(attribute),
    required: attribute.required,
    private: attribute.private,
    localized: attribute.localized,
    writable: attribute.writable && !['createdAt', 'updatedAt', 'localizations', 'locale'].includes(attribute.name),
    ...(Object.fromEntries(passedOn) as Partial<AttributeInfo>),
    ...kindInfo(attribute),
  }
}

function relationInfo({ relation, target, many, ...ends }: RelationAttribute): Partial<AttributeInfo> {
  const inverse = ends.inversedBy ?? ends.mappedBy ?? ends.morphBy
  return { relation, target, multiple: many, ...(inverse === null ? {} : { inverse }) }
}

function typeOf(attribute: Attribute): AttributeTypeName {
  if (attribute.kind === 'scalar') return attribute.type
  return attribute.kind === 'zone' ? 'dynamiczone' : attribute.kind === 'morph' ? 'relation' : attribute.kind
}

function kindInfo(attribute: Attribute): Partial<AttributeInfo> {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.unique ? { unique: true } : {}
    case 'relation':
      return relationInfo(attribute)
    case 'morph':
      return { relation: attribute.many ? 'morphToMany' : 'morphToOne', multiple: attribute.many }
    case 'media':
      return { multiple: attribute.many }
    case 'component':
      return { component: attribute.target, repeatable: attribute.many }
    case 'zone':
      return { components: attribute.components }
    default:
      return attribute satisfies never
  }
}
