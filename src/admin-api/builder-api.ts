/** The Content-Type Builder: the schema files of a project, and changes of them. Only under `populus dev`. */
import type { Data, JsonObject } from './route-types.ts'

export { MEDIA_KINDS } from '../schema/rules/media-kinds.ts'

export interface BuilderApi {
  readonly 'GET /schema/files': { readonly answer: Data<SchemaFilesInfo> }
  /** What the changes would write and do. Nothing is changed. */
  readonly 'POST /schema/plan': { readonly body: SchemaChanges; readonly answer: Data<SchemaPlan> }
  /** Changes the database, writes the files, and answers when they are served. */
  readonly 'POST /schema/apply': { readonly body: ConfirmedChanges; readonly answer: Data<SchemaApplied> }
}

export interface SchemaFilesInfo {
  /** Changes with every change of a file. */
  readonly version: string
  readonly models: readonly ModelFile[]
}

export type ModelKindName = 'collectionType' | 'singleType' | 'component'

export interface ModelFile {
  readonly uid: string
  readonly kind: ModelKindName
  /** Relative to the project. */
  readonly path: string
  /** What the file says. */
  readonly content: JsonObject
}

export interface WishedAttribute {
  readonly name: string
  /** The name that it has now, if it exists. Its content moves to the new one. */
  readonly was?: string | undefined
  /** As the file is to say it. */
  readonly definition: JsonObject
}

export interface WishedModel {
  readonly displayName?: string | undefined
  readonly description?: string | undefined
  readonly icon?: string | undefined
  readonly draftAndPublish?: boolean | undefined
  readonly localized?: boolean | undefined
  /** All of them, in their order. One that is missing is deleted. */
  readonly attributes: readonly WishedAttribute[]
}

export interface WishedNewModel extends WishedModel {
  readonly kind: ModelKindName
  /** `blog-post`; for a component `seo`. */
  readonly name: string
  readonly plural?: string | undefined
  /** Of a component. */
  readonly category?: string | undefined
}

export type WishedChange =
  | { readonly action: 'create'; readonly model: WishedNewModel }
  | { readonly action: 'update'; readonly uid: string; readonly model: WishedModel }
  | { readonly action: 'delete'; readonly uid: string }

export interface SchemaChanges {
  /** Of the files that the changes start from. */
  readonly version: string
  readonly changes: readonly WishedChange[]
  /** What becomes of the drafts of types that no longer have draft and publish. */
  readonly drafts?: 'publish' | 'delete' | undefined
}

export interface ConfirmedChanges extends SchemaChanges {
  /** The keys of everything in `confirm` of the plan. */
  readonly confirmed?: readonly string[] | undefined
  /** The codes of the roles of administrators that may work with what is new. Super admins may anyway. */
  readonly roles?: readonly string[] | undefined
}

export interface SchemaPlan {
  readonly files: readonly ChangedFile[]
  /** The uids of the models that are created. */
  readonly created: readonly string[]
  /** The statements that the database runs. */
  readonly statements: readonly string[]
  /** What the database cannot do now, such as a unique index on values that occur twice. */
  readonly notes: readonly string[]
  readonly confirm: readonly PlanRisk[]
  /** The roles that may be given what is new; none if nothing is. */
  readonly roles: readonly RoleOffer[]
}

export interface RoleOffer {
  readonly code: string
  readonly name: string
  /** The role may do the like already: read all other types, or all other fields of the type. */
  readonly isUsual: boolean
}

export interface ChangedFile {
  readonly path: string
  /** `null` for a new file. */
  readonly before: string | null
  /** `null` for a file that is removed. */
  readonly after: string | null
}

/** What needs a person's word. */
export interface PlanRisk {
  /** Names the risk and its extent: one that has grown needs another word. */
  readonly key: string
  /**
   * `unread`: nothing reads this content any more; it stays in the database. `drafts`: drafts would become public, or be
   * deleted: `drafts` has to say which. `adopted`: Strapi made this database, and its tables are changed.
   */
  readonly kind: 'unread' | 'drafts' | 'adopted'
  /** `articles.subtitle`, `articles`; empty for `adopted`. */
  readonly place: string
  /** How many values, rows or drafts there are. */
  readonly count: number
}

export interface SchemaApplied {
  readonly created: readonly string[]
  /** What was done to the database, one line each. */
  readonly done: readonly string[]
  /** Why the server still serves the former version although the files are written; `null` if it does not. */
  readonly problem: string | null
}
