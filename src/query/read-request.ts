/** What the client asks for, after parsing only. No name in it has been checked against the schema yet. */

import { PopulusError } from '../errors.ts'
import type { Misspelt } from './find-misspelt.ts'
import type { QueryValue } from './query-value.ts'

/** A question has two parts: which entries, and what is shown of each of them. */
export type ReadRequest = ListRequest & ShownRequest

/** Which entries, in which order, and which of them are on the page. */
export interface ListRequest {
  readonly filters: QueryValue | null
  readonly sort: readonly SortTerm[]
  /** A mistake in one of these matters only where it is used: reads by id ignore them, as in Strapi. */
  readonly pagination: PaginationRequest | Problem
  /** The value of `_q`. */
  readonly contains: string | null | Problem
  readonly search: SearchRequest | null | Problem
  /** `undefined`: not requested. */
  readonly locale: QueryValue | undefined
  /** Paging outside `pagination[...]`: only for lists of plug-ins. `null`: not requested. */
  readonly rootPaging: RootPaging | null
  readonly misspelt: readonly Misspelt[]
}

/** What is shown of each entry. `publicationState` and `fallback` also say which entries there are. */
export interface ShownRequest {
  readonly selection: SelectionRequest
  /** `flat`: entries without `data` and `attributes`. */
  readonly format: 'v4' | 'flat' | Problem
  readonly publicationState: PublicationState | Problem
  /** The locales to show where there is no translation, the best one first; empty: not requested. */
  readonly fallback: readonly string[]
  readonly misspeltOptions: readonly Misspelt[]
}

/** What can be requested of an entry, both at the root and inside `populate`. */
export interface SelectionRequest {
  readonly path: string
  readonly fields: FieldsRequest
  readonly populate: PopulateRequest
}

/** `*` among names means all of them; `-body` leaves one out, and `meta.title` is a part of a JSON value. */
export type FieldsRequest =
  /** Whether they were requested with `*`, or by default. */
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
  /** `-localizations`: left out of everything. */
  readonly except: readonly string[]
  readonly branches: readonly PopulateBranch[]
  /** `deep` or `deep,3`: everything, at several levels. */
  readonly deep?: DeepRequest
}

export interface DeepRequest {
  /** The names after `deep`, as written; the first one should be the number of levels. */
  readonly after: readonly string[]
  readonly path: string
}

export interface PopulateBranch {
  readonly name: string
  /** Invalid options matter only if the name can be populated. */
  readonly options: PopulateOptions | Problem
}

export interface Problem {
  readonly kind: 'problem'
  readonly error: PopulusError
}

export interface PopulateOptions extends SelectionRequest {
  readonly kind: 'options'
  readonly filters: QueryValue | null
  readonly sort: readonly SortTerm[]
  /** False for `populate[a]=true` and names in lists. */
  readonly explicitPopulate: boolean
  /** What is shown of the related entries: the entries, their number, whether there are any, or their ids. */
  readonly shows: 'entries' | 'count' | 'exists' | 'ids'
  /** Whether parents without any of the related entries are left out. */
  readonly required: boolean
  /** The components of a dynamic zone that are shown; `null`: all of them. */
  readonly components: readonly string[] | null
  readonly ordering: 'asc' | 'desc'
  readonly slice: SliceRequest | null
  /** The first paging parameter that was given, as the client wrote it. */
  readonly pagingParameter: string | null
  readonly publicationState: PublicationState | null
  /** The branches of `on`; `null` if there is no `on`. */
  readonly on: readonly PopulateBranch[] | null
}

/** Paging inside populate, per parent. */
export type SliceRequest =
  | { readonly kind: 'slice'; readonly start: number; readonly limit: number | null }
  | { readonly kind: 'page'; readonly pagination: PaginationRequest }

/** `start` and `limit` as written; they have a meaning only on routes that accept them. */
export interface RootPaging {
  /** Whether `page` or `pageSize` is there. */
  readonly pages: boolean
  readonly start: QueryValue | undefined
  readonly limit: QueryValue | undefined
}

export interface SearchRequest {
  /** The words, as written. */
  readonly query: string
  /** Whether words that are like them count, too. */
  readonly typos: boolean
  /** Whether words that begin with them count, too. */
  readonly prefixes: boolean
  /** Whether the answer shows where they are. */
  readonly snippets: boolean
}

export interface CursorRequest {
  readonly direction: 'after' | 'before'
  readonly place: string
}

export interface PaginationRequest {
  readonly page: number | null
  readonly pageSize: number | null
  readonly start: number | null
  readonly limit: number | null
  readonly withCount: boolean | 'estimate' | null
  /** Whether the answer shows the places next to a numbered page. */
  readonly links: boolean | null
  /** A place in the list, from an earlier answer; empty for its beginning or end. */
  readonly cursor: CursorRequest | null
  /** Whether any paging parameter was given. */
  readonly given: boolean
}

/** Returns the value, or the problem with it: a mistake that matters only to the reads that need the value. */
export function attempt<T>(parse: () => T): T | Problem {
  try {
    return parse()
  } catch (error) {
    if (error instanceof PopulusError) return { kind: 'problem', error }
    throw error
  }
}

export function isProblem(part: unknown): part is Problem {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'problem'
}

/** What `populate[a]=true` requests: the entry itself, and nothing special. */
export const NO_POPULATE: PopulateRequest = Object.freeze({ every: false, except: [], branches: [] })

export function plainOptions(path: string, populate: PopulateRequest = NO_POPULATE): PopulateOptions {
  return {
    kind: 'options',
    path,
    fields: { kind: 'all', asked: false },
    filters: null,
    sort: [],
    populate,
    explicitPopulate: false,
    shows: 'entries',
    required: false,
    components: null,
    ordering: 'asc',
    slice: null,
    pagingParameter: null,
    publicationState: null,
    on: null,
  }
}
