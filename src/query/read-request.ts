/** What the client asks for, as far as grammar goes. No name in here has been held against the schema yet. */
import type { PopulusError } from '../errors.ts'
import type { Misspelt } from './find-misspelt.ts'
import type { QueryValue } from './query-value.ts'

export interface ReadRequest {
  readonly selection: SelectionRequest
  /** A mistake in one of these three matters only where it is looked at: reads by id pass over them, as in Strapi. */
  readonly pagination: PaginationRequest | Problem
  readonly publicationState: PublicationState | Problem
  /** `undefined`: not asked for. */
  readonly locale: QueryValue | undefined
  /** The text of `_q`. */
  readonly search: string | null | Problem
  /** Paging outside of `pagination[...]`: for lists of plug-ins only. `null`: not asked for. */
  readonly rootPaging: RootPaging | null
  readonly misspelt: readonly Misspelt[]
}

/** What can be asked of an entry, at the root and inside `populate` alike. */
export interface SelectionRequest {
  readonly path: string
  readonly fields: FieldsRequest
  readonly filters: QueryValue | null
  readonly sort: readonly SortTerm[]
  readonly populate: PopulateRequest
}

/** `*` among names stands for all of them. */
export type FieldsRequest =
  /** Whether they were asked for by `*`, or nothing was said. */
  { readonly kind: 'all'; readonly asked: boolean } | { readonly kind: 'list'; readonly names: readonly string[] }

export interface SortTerm {
  /** `author.name` as `['author', 'name']` */
  readonly path: readonly string[]
  readonly order: 'asc' | 'desc'
}

export type PublicationState = 'live' | 'preview'

export interface PopulateRequest {
  /** `*`: everything at one level. */
  readonly every: boolean
  readonly branches: readonly PopulateBranch[]
}

export interface PopulateBranch {
  readonly name: string
  /** Bad options matter only if the name turns out to be one that can be populated. */
  readonly options: PopulateOptions | Problem
}

export interface Problem {
  readonly kind: 'problem'
  readonly error: PopulusError
}

export interface PopulateOptions extends SelectionRequest {
  readonly kind: 'options'
  /** False for `populate[a]=true` and names in lists. */
  readonly explicitPopulate: boolean
  readonly count: boolean
  readonly ordering: 'asc' | 'desc'
  readonly slice: SliceRequest | null
  /** The first of the paging parameters that were given, as the client wrote it. */
  readonly pagingParameter: string | null
  readonly publicationState: PublicationState | null
  /** The branches of `on`; `null` when there is no `on`. */
  readonly on: readonly PopulateBranch[] | null
}

/** Paging inside populate, per parent. */
export type SliceRequest =
  | { readonly kind: 'slice'; readonly start: number; readonly limit: number | null }
  | { readonly kind: 'page'; readonly pagination: PaginationRequest }

/** `start` and `limit` as written; they mean something only where a route takes them. */
export interface RootPaging {
  readonly start: QueryValue | undefined
  readonly limit: QueryValue | undefined
}

export interface PaginationRequest {
  readonly page: number | null
  readonly pageSize: number | null
  readonly start: number | null
  readonly limit: number | null
  readonly withCount: boolean | null
  /** Whether any paging parameter was given. */
  readonly given: boolean
}
