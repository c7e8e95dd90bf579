/**
 * The form in which `populus types` describes a project's content types and components. The client computes the types of
 * queries and answers from it. Nothing of it exists when a program runs.
 */

/** A content type or component. */
export interface Shape {
  /** Values that are always in an answer, unless `fields` says otherwise. */
  readonly scalars: object
  /** What only `populate` brings in. */
  readonly linked: object
  /** What `create` and `update` take. */
  readonly input: object
  /** The names of fields by whose value an entry can be found. */
  readonly unique?: string
}

/** A relation or media field with at most one entry. */
export interface ToOne<Target> {
  readonly one: Target
}

/** A relation or media field with any number of entries. */
export interface ToMany<Target> {
  readonly many: Target
}

/** A component that occurs at most once. */
export interface OnePart<Target> {
  readonly part: Target
}

/** A repeatable component. */
export interface ManyParts<Target> {
  readonly parts: Target
}

/** A dynamic zone: its components by their names. */
export interface Zone<Parts> {
  readonly zone: Parts
}

/** A relation to entries of any type. Its entries are not described further. */
export interface ToAny {
  readonly any: true
}

/** All content types of a project, by the names in their addresses. */
export interface Content {
  /** `articles`, for `/api/articles`. */
  readonly collections: object
  /** `homepage`, for `/api/homepage`. */
  readonly singles: object
  /** `home`, for `/api/queries/home`. */
  readonly queries?: object
}

/** A named query: whether it reads a list or one entry, of what, with which query and which parameters. */
export interface NamedQuery<Kind extends 'list' | 'one', Type, Asked, Parameters> {
  readonly kind: Kind
  readonly type: Type
  readonly asked: Asked
  readonly parameters: Parameters
}

/** JSON of any form. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** How a related entry is named in a body. */
export type EntryId = number | string | { readonly id: number | string }

/** What a body says of a relation to one entry. */
export type RelationInput = EntryId | null | RelationChange

/** What a body says of a relation to many entries. */
export type RelationListInput = readonly EntryId[] | RelationChange

export interface RelationChange {
  readonly set?: readonly EntryId[]
  readonly connect?: readonly (EntryId | PlacedId)[]
  readonly disconnect?: readonly EntryId[]
}

export interface PlacedId {
  readonly id: number | string
  readonly position?: {
    readonly before?: number | string
    readonly after?: number | string
    readonly start?: true
    readonly end?: true
  }
}
