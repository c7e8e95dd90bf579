/** The content model as the panel needs it. */
import type { ScalarType } from '../schema/scalar-type.ts'
import type { Data, Json, JsonObject } from './route-types.ts'

export interface SchemaApi {
  /** The types that the person may reach, and all components. Carries an `ETag`. */
  readonly 'GET /schema': { readonly answer: Data<SchemaInfo> }
  readonly 'GET /locales': { readonly answer: Data<readonly LocaleInfo[]> }
}

export interface SchemaInfo {
  /** Whether the person may change types here: a super administrator, under `populus dev`. */
  readonly editable: boolean
  readonly types: readonly TypeInfo[]
  readonly components: readonly ComponentInfo[]
}

export interface TypeInfo {
  readonly uid: string
  readonly kind: 'collectionType' | 'singleType'
  readonly displayName: string
  readonly singularName: string
  readonly pluralName: string
  readonly description: string
  /** The name under which the menu groups the type; `null` for none. */
  readonly group: string | null
  /** False for types that the Content Manager does not list, such as files. Relations may lead to them. */
  readonly visible: boolean
  readonly draftAndPublish: boolean
  readonly localized: boolean
  /** Whether entries have a preview address. */
  readonly preview: boolean
  /** The address of the type in the content API: `/api/articles`; `null` if it has none. */
  readonly apiPath: string | null
  /** The attribute whose value stands for an entry; `id` if there is none. */
  readonly titleField: string
  /** In the order of the schema, system attributes last. Without `id`. */
  readonly attributes: Readonly<Record<string, AttributeInfo>>
  /** About how many entries there are; `null` if the person may not read all of them. */
  readonly rowEstimate: number | null
  readonly rights: TypeRights
}

export interface ComponentInfo {
  /** `shared.seo` */
  readonly uid: string
  readonly category: string
  readonly displayName: string
  readonly description: string
  readonly icon: string | null
  readonly titleField: string
  readonly attributes: Readonly<Record<string, AttributeInfo>>
}

export type AttributeTypeName = ScalarType | 'media' | 'relation' | 'component' | 'dynamiczone'

/** One attribute. Names that the type does not have are absent. */
export interface AttributeInfo {
  readonly type: AttributeTypeName
  readonly required: boolean
  readonly private: boolean
  /** False: all translations share one value. */
  readonly localized: boolean
  /** False for what no body can set: `createdAt`, the other side of some relations, ... */
  readonly writable: boolean
  readonly unique?: boolean
  readonly default?: Json
  /** Numbers: the range of values. Repeatable components and dynamic zones: the number of parts. */
  readonly min?: number | string
  readonly max?: number | string
  readonly minLength?: number
  readonly maxLength?: number
  /** A regular expression that texts must match. */
  readonly regex?: string
  readonly enum?: readonly string[]
  /** `uid`: the attribute from which the value is made. */
  readonly targetField?: string
  /** `oneToOne`, `manyToMany`, `morphToMany`, ... */
  readonly relation?: string
  /** The uid of the related type; absent for relations to any type. */
  readonly target?: string
  /** Relations with two ends: the attribute at the other one. */
  readonly inverse?: string
  /** Relations and media: whether there may be several. */
  readonly multiple?: boolean
  /** Media: `images`, `videos`, `files`, `audios`. */
  readonly allowedTypes?: readonly string[]
  readonly component?: string
  readonly repeatable?: boolean
  readonly components?: readonly string[]
  readonly customField?: string
  readonly options?: JsonObject
  readonly pluginOptions?: JsonObject
}

/** `false`: not granted. */
export interface TypeRights {
  readonly create: ActionRights | false
  readonly read: ActionRights | false
  readonly update: ActionRights | false
  readonly delete: ActionRights | false
  readonly publish: ActionRights | false
}

export interface ActionRights {
  /** The fields, `seo.metaTitle` for those of components; `null` for all. */
  readonly fields: readonly string[] | null
  readonly locales: readonly string[] | null
  /** Names of Strapi's conditions that limit the entries, such as `admin::is-creator`. Any of them is enough. */
  readonly conditions: readonly string[]
}

export interface LocaleInfo {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly isDefault: boolean
}
