/**
 * The content model in memory: content types, components, their attributes, and where each of them is stored.
 * Everything is frozen after loading. All other code gets table and column names from here and nowhere else.
 */

import type { ScalarType } from './scalar-type.ts'
import type { SearchPath } from './search/search-path.ts'

export type { ScalarType } from './scalar-type.ts'

/** A column of a link table with the same value for all rows of one attribute, such as `field = 'cover'`. */
export interface FixedColumn {
  readonly column: string
  readonly value: string
}

/**
 * A table whose rows connect parents with children. `rowKey` is the column that breaks ties of the order column (`null`
 * if an old database has none); `orderColumn` is `null` if none exists.
 */
export interface LinkTable {
  readonly kind: 'table'
  readonly table: string
  readonly parentColumn: string
  readonly childColumn: string
  readonly orderColumn: string | null
  readonly rowKey: string | null
  /** Where links have no number: they come in the order of this column, instead of `rowKey`. */
  readonly tieColumn?: string
  readonly fixed: readonly FixedColumn[]
  /** False if an adopted database lacks the unique index on the pair, so a pair may occur twice. */
  readonly unique: boolean
  /** Only in plans: if a child stands for all of its translations. */
  readonly translations?: TranslationLinks
}

/** The links between translations. */
export interface TranslationLinks {
  readonly links: LinkTable
  /** The table of the translations themselves. */
  readonly table: string
  /** The condition of a plan on the one that is linked; one that does not exist for the caller leads nowhere. */
  readonly exists: unknown
}

/** How to find the children of an attribute from their parents. */
export type Link =
  | LinkTable
  /** The parent's own row holds the child's id (`created_by_id`). */
  | { readonly kind: 'parent-column'; readonly column: string }
  /** The child's row holds the parent's id (the inverse of a `useJoinTable: false` or `morphToOne` relation). */
  | { readonly kind: 'child-column'; readonly column: string; readonly fixed: readonly FixedColumn[] }

/** A link table whose rows also name the model of the child (dynamic zones, `morphToMany`). */
export interface TypedLinkTable extends LinkTable {
  readonly typeColumn: string
}

interface AttributeBase {
  readonly name: string
  /** Hidden from every answer and refused in `fields`, `filters` and `sort`. */
  readonly private: boolean
  /** False: all translations of an entry share one value. */
  readonly localized: boolean
  readonly writable: boolean
  readonly required: boolean
  /** The attribute as written in the schema file (limits, defaults, plugin options). */
  readonly definition: Readonly<Record<string, unknown>>
}

export interface ScalarAttribute extends AttributeBase {
  readonly kind: 'scalar'
  readonly type: ScalarType
  /** `null` if the opened database has no such column; it then reads as NULL. */
  readonly column: string | null
  readonly unique: boolean
  /** False: `_q` does not search it. */
  readonly searchable: boolean
  /** The index of the opened database that finds parts of its text. */
  readonly partsIndex?: string
  /** The opened database may find different texts of it equal, so that nobody else can compare them. */
  readonly comparedByDatabase?: true
}

export type RelationKind = 'oneToOne' | 'oneToMany' | 'manyToOne' | 'manyToMany' | 'morphOne' | 'morphMany'

export interface RelationAttribute extends AttributeBase {
  readonly kind: 'relation'
  readonly relation: RelationKind
  readonly many: boolean
  readonly target: string
  readonly inversedBy: string | null
  readonly mappedBy: string | null
  readonly morphBy: string | null
  /** `null` if the opened database has no storage for it; it then reads as empty. */
  readonly link: Link | null
  /** True for the side that owns the link table (or column). */
  readonly owner: boolean
}

export interface MediaAttribute extends AttributeBase {
  readonly kind: 'media'
  readonly many: boolean
  readonly target: typeof FILE_UID
  readonly link: LinkTable | null
  readonly allowedTypes: readonly string[]
}

export interface ComponentAttribute extends AttributeBase {
  readonly kind: 'component'
  readonly many: boolean
  readonly target: string
  readonly link: LinkTable | null
}

export interface ZoneAttribute extends AttributeBase {
  readonly kind: 'zone'
  readonly components: readonly string[]
  readonly link: TypedLinkTable | null
}

/** A relation to entries of any content type (`morphToOne`, `morphToMany`). */
export interface MorphAttribute extends AttributeBase {
  readonly kind: 'morph'
  readonly many: boolean
  readonly link:
    | TypedLinkTable
    | { readonly kind: 'columns'; readonly idColumn: string; readonly typeColumn: string }
    | null
}

export type Attribute =
  | ScalarAttribute
  | RelationAttribute
  | MediaAttribute
  | ComponentAttribute
  | ZoneAttribute
  | MorphAttribute

/** Attributes that refer to rows of exactly one model. */
export type LinkedAttribute = RelationAttribute | MediaAttribute | ComponentAttribute

interface ModelBase {
  readonly uid: string
  /** `null` if the opened database has no such table; it then reads as empty. */
  readonly table: string | null
  /** The table's name, whether it exists or not. */
  readonly tableName: string
  /** `info.singularName` of a type, the file name of a component. The id columns of link tables are named after it. */
  readonly singularName: string
  readonly displayName: string
  /** In output order; system attributes (`createdAt`, ..., `localizations`, `locale`) last. Without `id`. */
  readonly attributes: ReadonlyMap<string, Attribute>
  /** The scalar attributes in the order of the table's columns, if the opened database has them in another order. */
  readonly columnOrder?: readonly string[]
  /** The content of the file, with its `info`, `options` and `pluginOptions`. */
  readonly source: Readonly<Record<string, unknown>>
}

export interface ContentType extends ModelBase {
  readonly kind: 'type'
  readonly single: boolean
  readonly pluralName: string
  readonly draftAndPublish: boolean
  readonly localized: boolean
  readonly populateCreatorFields: boolean
  /** False for the server's built-in types (users, files, roles, ...). */
  readonly userDefined: boolean
  /** What the parameter `search` looks at; empty if it is not possible. */
  readonly search: readonly SearchPath[]
}

export interface Component extends ModelBase {
  readonly kind: 'component'
  readonly category: string
}

export type Model = ContentType | Component

export interface Schema {
  /** User-defined types in load order, then the built-in ones; by uid. */
  readonly types: ReadonlyMap<string, ContentType>
  readonly components: ReadonlyMap<string, Component>
}

export const FILE_UID = 'plugin::upload.file'
export const USER_UID = 'plugin::users-permissions.user'
export const ROLE_UID = 'plugin::users-permissions.role'
export const LOCALE_UID = 'plugin::i18n.locale'
export const ADMIN_UID = 'admin::user'

/** The model of a uid. An unknown uid is a bug, because schema files are checked when they are loaded. */
export function modelOf(schema: Schema, uid: string): Model {
  const model = schema.types.get(uid) ?? schema.components.get(uid)
  if (model === undefined) throw new Error(`No model ${uid}`)
  return model
}

export function isScalar(attribute: Attribute | undefined): attribute is ScalarAttribute {
  return attribute?.kind === 'scalar'
}
