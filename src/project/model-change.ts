/** What a person wants of the content types and components of a project. */
import type { JsonObject } from '../schema/json-value.ts'

export type ModelKind = 'collectionType' | 'singleType' | 'component'

export interface AttributeWish {
  readonly name: string
  /** The name that it has now, if it exists: another one is a rename, which keeps the content. */
  readonly was?: string | undefined
  /** As schema files write it. */
  readonly definition: JsonObject
}

export interface ModelWish {
  readonly displayName?: string | undefined
  readonly description?: string | undefined
  /** The picture of a component. */
  readonly icon?: string | undefined
  readonly draftAndPublish?: boolean | undefined
  /** Whether entries have translations. */
  readonly localized?: boolean | undefined
  /** All of them, in their order. One that is missing is deleted. */
  readonly attributes: readonly AttributeWish[]
}

export interface NewModel extends ModelWish {
  readonly kind: ModelKind
  /** `blog-post`, or `seo` for a component. */
  readonly name: string
  /** `blog-posts`; made from the name if absent. */
  readonly plural?: string | undefined
  /** Of a component: `shared`. */
  readonly category?: string | undefined
}

export type ModelChange =
  | { readonly action: 'create'; readonly model: NewModel }
  | { readonly action: 'update'; readonly uid: string; readonly model: ModelWish }
  | { readonly action: 'delete'; readonly uid: string }

/** An attribute that gets another name, so its content moves with it. */
export interface AttributeRename {
  readonly uid: string
  readonly from: string
  readonly to: string
}
