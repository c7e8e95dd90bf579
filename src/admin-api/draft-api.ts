/** Unsaved work, who is where, and what has changed. `:id` is a number, or `new-<key>` for an entry that does not exist yet. */
import type { DraftValue, FoundEntry, Presence } from './content-api.ts'
import type { Data, Json } from './route-types.ts'

export interface DraftApi {
  /** The person's own drafts, newest first, without their changes. */
  readonly 'GET /drafts': { readonly answer: Data<readonly DraftInfo[]> }
  /** What was done last, the newest first. */
  readonly 'GET /recent': { readonly answer: Data<Recent> }
  /** `null` if there is none. */
  readonly 'GET /drafts/:uid/:id': { readonly answer: Data<DraftValue | null> }
  /** 413 `draftTooLarge` above the setting `admin.draftSize`. */
  readonly 'PUT /drafts/:uid/:id': {
    readonly body: {
      readonly base: string | null
      readonly changes: Json
      /** The title, for the list of one's drafts. */
      readonly title?: string
      readonly locale?: string
    }
    readonly answer: Data<{ readonly savedAt: string }>
  }
  readonly 'DELETE /drafts/:uid/:id': { readonly answer: Data<{ readonly deleted: boolean }> }
  /** Says where the person is. Lapses after 45 seconds: send it every 20. The answer names the others. */
  readonly 'POST /presence': {
    readonly body: {
      readonly uid: string
      readonly id: number
      readonly path?: string | null
      /** True when the person leaves. */
      readonly gone?: boolean
      /** Tells the tabs of one person apart. */
      readonly tab?: string
    }
    readonly answer: Data<readonly Presence[]>
  }
  /**
   * Without `since`: server-sent events; `data` of each is a `ChangeEvent`. With it: the changes after that place, for the role
   * Super Admin.
   */
  readonly 'GET /changes': {
    readonly query: { readonly since?: string; readonly limit?: number }
    readonly answer: string | ChangeFeedPage
  }
}

export interface Recent {
  /** Created or saved, by anybody. */
  readonly edited: readonly RecentEntry[]
  readonly published: readonly RecentEntry[]
  /** Entries that are no longer or not yet published, and that the person has saved. */
  readonly mine: readonly RecentEntry[]
  /** Created or saved, by anybody, and not in every locale in which the person may write. */
  readonly untranslated: readonly UntranslatedEntry[]
}

export interface RecentEntry extends FoundEntry {
  readonly at: string
}

export interface UntranslatedEntry extends RecentEntry {
  /** The codes of the locales that it is missing in. */
  readonly missing: readonly string[]
}

export interface ChangeFeedPage {
  readonly data: readonly RecordedChange[]
  /** `next` is the `since` of the next request. */
  readonly meta: { readonly next: string; readonly more: boolean }
}

/** A change of an entry that was committed. */
export interface RecordedChange {
  /** The uid of the content type. */
  readonly type: string
  readonly id: number
  readonly locale: string | null
  /** `move`: to another stage of its review. */
  readonly action: 'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'move'
  /** `null` for the public, and for code of the project. */
  readonly by: { readonly kind: 'admin' | 'user' | 'token'; readonly id: number } | null
  readonly at: string
}

export interface DraftInfo {
  readonly uid: string
  readonly id: string
  readonly title: string | null
  readonly locale: string | null
  readonly savedAt: string
}

/** The name of each event is its `kind`. Only those about types that the person may read are sent. */
export type ChangeEvent =
  /** The stream has begun, or events may have been missed: load again what is shown. */
  | { readonly kind: 'ready' }
  /** `id` is `null` if several entries of the type may have changed. `by` is `null` for a client of the content API. */
  | {
      readonly kind: 'entry'
      readonly uid: string
      readonly id: number | null
      readonly action: 'create' | 'update' | 'delete'
      readonly by: { readonly id: number; readonly name: string } | null
    }
  | {
      readonly kind: 'presence'
      readonly uid: string
      readonly id: number
      readonly people: readonly Presence[]
    }
