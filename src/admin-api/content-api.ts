/**
 * Entries: lists, forms, saving and publishing. `:id` is the number of an entry; for a single type `single` stands for its
 * only entry. Filters, sort, `_q` and `pagination` are those of the content API.
 */
import type { EntryStage, ListedStage, StageMark } from './review/workflow-api.ts'
import type { Data, Json, JsonObject, Pagination, ValueError } from './route-types.ts'

export interface ContentApi {
  readonly 'GET /content/:uid': { readonly query: ListQuery; readonly answer: EntryList }
  /** How many entries the list has, for an answer whose `count` is an estimate. Page, order and columns do not matter. */
  readonly 'GET /content/:uid/count': {
    readonly query: ListQuery
    readonly answer: Data<{ readonly count: number }>
  }
  /** 201. Types with drafts get a draft, which may be incomplete. 409 `versionConflict` if `draft` has become an entry already. */
  readonly 'POST /content/:uid': {
    readonly body: {
      readonly data: EntryInput
      readonly locale?: string
      /** Makes the new entry a translation of this one. */
      readonly translationOf?: number
      /** The name of the unsaved work that becomes this entry: `new-<key>`. It does so once, however often it is sent. */
      readonly draft?: string
    }
    readonly answer: Data<OpenEntry>
  }
  /** Everything that a form shows, in one request. `locale` opens the translation of the entry (or of the single type). */
  readonly 'GET /content/:uid/:id': { readonly query: { readonly locale?: string }; readonly answer: Data<OpenEntry> }
  /**
   * With `If-Match: <version>`, like publishing, unpublishing and deleting. 409 `versionConflict` carries a `Conflict` as
   * `details`.
   */
  readonly 'PUT /content/:uid/:id': {
    readonly body: {
      readonly data: EntryInput
      /**
       * True keeps the changes of a published entry apart until it is published. `data` then holds all changes since the
       * published state; those of an earlier save that it does not name are dropped.
       */
      readonly pending?: boolean
    }
    readonly answer: Data<OpenEntry>
  }
  readonly 'DELETE /content/:uid/:id': { readonly answer: Data<{ readonly id: number }> }
  /** 201. A draft of the copy; `data` overrides values, such as those that must be unique. */
  readonly 'POST /content/:uid/:id/clone': {
    readonly body: { readonly data?: EntryInput }
    readonly answer: Data<OpenEntry>
  }
  /** Publishes the entry with its pending changes, and the named translations with theirs. All or none. */
  readonly 'POST /content/:uid/:id/publish': {
    readonly body: { readonly locales?: readonly string[] }
    readonly answer: Data<OpenEntry>
  }
  readonly 'POST /content/:uid/:id/unpublish': {
    readonly body: { readonly locales?: readonly string[] }
    readonly answer: Data<OpenEntry>
  }
  /** Drops the pending changes. Takes `If-Match` too. */
  readonly 'DELETE /content/:uid/:id/pending': { readonly answer: Data<OpenEntry> }
  /** What publishing would say now. */
  readonly 'GET /content/:uid/:id/check': { readonly answer: Data<EntryCheck> }
  /** The same for every translation of the entry that the person may read, the entry among them. */
  readonly 'GET /content/:uid/:id/checks': { readonly answer: Data<readonly LocaleCheck[]> }
  readonly 'POST /content/:uid/bulk': { readonly body: BulkInput; readonly answer: Data<BulkResult> }
  /** The entries that a relation leads to, page by page. `field` is a path: `tags`, `seo.authors`, `blocks.2.links`. */
  readonly 'GET /content/:uid/:id/relations/:field': {
    readonly query: { readonly page?: number; readonly pageSize?: number; readonly _q?: string }
    readonly answer: RelationPage
  }
  /** Translations get the values of another one: of the named fields, or of all. Existing texts are replaced. */
  readonly 'POST /content/:uid/:id/copy-locale': {
    readonly body: { readonly from: string; readonly to: string; readonly fields?: readonly string[] }
    readonly answer: Data<OpenEntry>
  }
  /** Values of another translation in the form of a form's values, to fill in without saving. */
  readonly 'GET /content/:uid/:id/values': {
    readonly query: { readonly locale: string }
    readonly answer: Data<EntryValues>
  }
  /** The entries that point here: at most 100 for each attribute. */
  readonly 'GET /content/:uid/:id/incoming': {
    readonly query: { readonly page?: number; readonly pageSize?: number }
    readonly answer: Data<readonly IncomingReference[]>
  }
  /** 404 `noPreview` if the type has no preview address. */
  readonly 'GET /content/:uid/:id/preview-url': {
    readonly answer: Data<{ readonly url: string; readonly expiresAt: string }>
  }
  /**
   * Needs no session, but the token of a preview address. Also takes `fields` and `populate`. The entry in the form of the
   * content API, with its pending changes.
   */
  readonly 'GET /preview': {
    readonly query: { readonly token: string; readonly fields?: Json; readonly populate?: Json }
    readonly answer: JsonObject
  }
  /** Candidates for a relation. `uid` is the type or the component that has the attribute `field`. */
  readonly 'GET /pick/:uid/:field': {
    readonly query: {
      readonly _q?: string
      /** Ids that are already chosen. */
      readonly exclude?: readonly number[]
      readonly locale?: string
      readonly page?: number
      readonly pageSize?: number
    }
    readonly answer: RelationPage
  }
  /** A value for a `uid` attribute, made from `data` and not yet taken. */
  readonly 'POST /uid': {
    readonly body: { readonly uid: string; readonly field: string; readonly data: JsonObject; readonly locale?: string }
    readonly answer: Data<{ readonly value: string }>
  }
  readonly 'GET /uid/available': {
    readonly query: {
      readonly uid: string
      readonly field: string
      readonly value: string
      /** The entry that has the value already. */
      readonly id?: number
      readonly locale?: string
    }
    readonly answer: Data<{ readonly available: boolean; readonly suggestion: string | null }>
  }
  /** Entries of all types whose title contains the text, for the command palette: at most 5 of each type. */
  readonly 'GET /find': {
    readonly query: { readonly _q: string; readonly pageSize?: number }
    readonly answer: Data<readonly FoundEntry[]>
  }
}

/** `draft`, `published`, `modified` (published with pending changes); `null` for types without drafts. */
export type EntryStatus = 'draft' | 'published' | 'modified' | null

export interface ListQuery {
  readonly filters?: JsonObject
  readonly sort?: string | readonly string[]
  readonly _q?: string
  readonly pagination?: {
    readonly page?: number
    readonly pageSize?: number
    readonly withCount?: boolean
  }
  readonly locale?: string
  readonly status?: 'draft' | 'published' | 'modified'
  /** The id of a stage of the type's review. */
  readonly stage?: string
  /** The attributes to show; those of the view if absent. */
  readonly columns?: readonly string[]
}

export interface EntryList {
  readonly data: readonly ListRow[]
  readonly meta: {
    readonly pagination: Pagination
    /** `estimate`: counting would take longer than reading the page, and there are at least `total` entries. */
    readonly count: 'exact' | 'estimate'
    /** The stages of the type's review, in their order; absent for types without one. */
    readonly stages?: readonly ListedStage[]
  }
}

export interface ListRow {
  readonly id: number
  readonly title: string
  readonly status: EntryStatus
  readonly locale: string | null
  /** The columns. Relations are `RelationValue` with the first entry only; media the file or the files. */
  readonly values: EntryValues
  /** Absent for types without a review. */
  readonly stage?: StageMark
  /** The other translations. */
  readonly locales?: readonly { readonly locale: string; readonly id: number; readonly status: EntryStatus }[]
}

/**
 * The values of an entry or of a component by attribute name:
 * scalars as in the content API, except passwords, which are `null`;
 * a component is its values with `id`, several are a list, the parts of a dynamic zone also have `__component`;
 * media is a `FileValue`, `null`, or a list of them; a relation is a `RelationValue`.
 */
export interface EntryValues {
  readonly [name: string]: EntryValue
}

export type EntryValue = Json | FileValue | readonly FileValue[] | RelationValue | PartValues | readonly PartValues[]

/** The values of a component. */
export interface PartValues {
  readonly id: number
  readonly __component?: string
  readonly [name: string]: EntryValue | undefined
}

/** The first ten entries of a relation. */
export interface RelationValue {
  readonly count: number
  readonly items: readonly RelationItem[]
}

export interface RelationItem {
  readonly id: number
  /** The type; absent if the attribute names it. */
  readonly uid?: string
  readonly title: string
  readonly status: EntryStatus
  readonly locale: string | null
  /** Present for an entry that the person may not read. Only its id is known then; the title is made of it. */
  readonly readable?: false
}

export interface FileValue {
  readonly id: number
  readonly name: string
  readonly alternativeText: string | null
  readonly caption: string | null
  readonly width: number | null
  readonly height: number | null
  readonly formats: JsonObject | null
  readonly ext: string | null
  readonly mime: string
  readonly size: number
  readonly url: string
  readonly previewUrl: string | null
}

/**
 * Values to store, in the form of the content API's bodies: whatever is absent stays as it is; media are ids; a component with
 * an `id` keeps its other values, one without is new; relations are changes.
 */
export interface EntryInput {
  readonly [name: string]: Json | RelationChange
}

/** `{"connect":[{"id":3,"position":{"before":1}}],"disconnect":[{"id":2}]}`, or `{"set":[...]}` for the whole list. */
export interface RelationChange {
  readonly connect?: readonly {
    readonly id: number
    /** Relations to any type. */
    readonly __type?: string
    readonly position?:
      | { readonly before: number }
      | { readonly after: number }
      | { readonly start: true }
      | { readonly end: true }
  }[]
  readonly disconnect?: readonly { readonly id: number }[]
  readonly set?: readonly { readonly id: number; readonly __type?: string }[]
}

export interface OpenEntry {
  readonly id: number
  readonly values: EntryValues
  readonly title: string
  readonly status: EntryStatus
  readonly locale: string | null
  /** To be sent as `If-Match`. It also changes with the pending changes. */
  readonly version: string
  /** Every locale of a localized type, with the entry that is its translation. */
  readonly locales: readonly LocaleState[]
  readonly createdAt: string | null
  readonly updatedAt: string | null
  readonly publishedAt: string | null
  readonly createdBy: PersonName | null
  readonly updatedBy: PersonName | null
  /** Changes that were saved since the entry was published. To be shown on top of `values`. */
  readonly pending: PendingChanges | null
  /** The unsaved work of the person who asks. */
  readonly draft: DraftValue | null
  /** Absent for types without a review. */
  readonly stage?: EntryStage
  /** The other people who have the entry open. */
  readonly presence: readonly Presence[]
  /** What this person may do with this entry. */
  readonly may: {
    readonly update: boolean
    readonly delete: boolean
    readonly publish: boolean
    /** The fields that the person may change; `null` for all. */
    readonly fields: readonly string[] | null
  }
}

export interface LocaleState {
  readonly locale: string
  /** `null` if there is no translation yet. */
  readonly id: number | null
  readonly status: EntryStatus
  /** How many of the localized fields have a value. */
  readonly filled: number
  readonly fields: number
}

export interface PersonName {
  readonly id: number
  readonly name: string
}

export interface PendingChanges {
  readonly data: EntryInput
  readonly savedAt: string
  readonly by: PersonName | null
  /** The entries that `data` connects, by uid, and the files, so that they can be shown. */
  readonly related: Readonly<Record<string, readonly RelationItem[]>>
  readonly files: readonly FileValue[]
}

/** What a person was writing. `changes` belongs to the panel; the server does not look into it. */
export interface DraftValue {
  /** The version of the entry when the person began; `null` for a new entry. */
  readonly base: string | null
  readonly changes: Json
  readonly savedAt: string
}

export interface Presence {
  readonly person: PersonName
  /** The field that the person is in. */
  readonly path: string | null
  readonly since: string
}

/** `details` of 409 `versionConflict`. */
export interface Conflict {
  /** The entry that a draft has become. */
  readonly id?: number
  /** The current version. */
  readonly version: string
  /** The attributes that changed since the version that was sent. */
  readonly changed: readonly string[]
  readonly updatedAt: string | null
  readonly updatedBy: PersonName | null
}

export interface EntryCheck {
  /** What keeps the entry from being published. */
  readonly problems: readonly ValueError[]
  /** Related entries that are drafts, so that the public does not see them. */
  readonly draftRelations: readonly (RelationItem & {
    readonly uid: string
    /** The place: `tags`, `blocks.2.author`. */
    readonly path: string
  })[]
}

export interface LocaleCheck extends EntryCheck {
  readonly id: number
  readonly title: string
  /** `null` for types without translations. */
  readonly locale: string | null
  readonly status: EntryStatus
  readonly mayPublish: boolean
}

export interface BulkInput {
  readonly action: 'publish' | 'unpublish' | 'delete' | 'edit' | 'move'
  /** Either the entries, or a query that chooses them. */
  readonly ids?: readonly number[]
  readonly query?: Pick<ListQuery, 'filters' | '_q' | 'locale' | 'status' | 'stage'>
  /** For `edit`. */
  readonly data?: EntryInput
  /** For `move`: the id of the stage. */
  readonly stage?: string
  /** Only says what would happen. */
  readonly dryRun?: boolean
}

export interface BulkResult {
  readonly dryRun: boolean
  /** The entries that were (or would be) changed. */
  readonly ids: readonly number[]
  /** Entries that cannot be changed. If there are any, nothing is changed. */
  readonly failed: readonly { readonly id: number; readonly message: string; readonly errors: readonly ValueError[] }[]
  /** `delete`: how many references to the entries would be lost. */
  readonly incoming: number
}

export interface RelationPage {
  readonly data: readonly RelationItem[]
  readonly meta: { readonly pagination: Pagination }
}

export interface IncomingReference {
  readonly uid: string
  readonly id: number
  readonly title: string
  readonly status: EntryStatus
  readonly locale: string | null
  /** The attribute that points here: `author`, `seo.related`. */
  readonly field: string
}

export interface FoundEntry {
  readonly uid: string
  readonly id: number
  readonly title: string
  readonly status: EntryStatus
  readonly locale: string | null
}
