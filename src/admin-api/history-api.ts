/** Earlier versions of entries, deleted entries, and who has done what. */
import type { OpenEntry, PendingChanges } from './content-api.ts'
import type { RecordedChange } from './draft-api.ts'
import type { Data, JsonObject } from './route-types.ts'

export interface HistoryApi {
  /** Deleted entries that the person may read, the last one first; `before` is the `id` of one of them, `entry` the id that an entry had. */
  readonly 'GET /trash': {
    readonly query: {
      readonly uid?: string
      readonly entry?: number
      readonly before?: number
      readonly limit?: number
    }
    readonly answer: { readonly data: readonly TrashItem[]; readonly meta: { readonly more: boolean } }
  }
  readonly 'GET /trash/:id': { readonly answer: Data<TrashItem & RecordedValues> }
  /** `data`: values instead of those that were deleted, such as another slug. */
  readonly 'POST /trash/:id/restore': {
    readonly body: { readonly data?: JsonObject }
    readonly answer: Data<RestoredEntry>
  }
  /** Deletes it for good, with its versions. */
  readonly 'DELETE /trash/:id': { readonly answer: Data<{ readonly deleted: boolean }> }
  /** The newest first; the first one is what is stored now. */
  readonly 'GET /content/:uid/:id/versions': { readonly answer: Data<readonly VersionInfo[]> }
  /** `:version` is a number, or `current`. */
  readonly 'GET /content/:uid/:id/versions/:version': {
    readonly answer: Data<VersionInfo & RecordedValues>
  }
  /** What changed from the version to `to`; `current` if it is absent. */
  readonly 'GET /content/:uid/:id/versions/:version/diff': {
    readonly query: { readonly to?: string }
    readonly answer: Data<readonly FieldDifference[]>
  }
  /** Saves the fields of a version again; all that the person may change if `fields` is absent. */
  readonly 'POST /content/:uid/:id/versions/:version/restore': {
    readonly body: { readonly fields?: readonly string[]; readonly pending?: boolean }
    readonly answer: Data<OpenEntry & { readonly lost: readonly LostReference[] }>
  }
  /**
   * Who has changed what, the newest first. `by` is `admin`, `user` or `token`, or one of them: `token:3`; `from` and `to` are moments;
   * `before` is the `id` of one of them.
   */
  readonly 'GET /activity': {
    readonly query: {
      readonly type?: string
      readonly entry?: number
      readonly action?: RecordedChange['action']
      readonly by?: string
      readonly from?: string
      readonly to?: string
      readonly before?: number
      readonly limit?: number
    }
    readonly answer: { readonly data: readonly Activity[]; readonly meta: { readonly more: boolean } }
  }
}

/** An entry as it was, in the form of a body, with the names of the entries and files that it leads to. */
export interface RecordedValues extends Pick<PendingChanges, 'related' | 'files'> {
  readonly values: JsonObject
}

export interface Activity extends Omit<RecordedChange, 'id' | 'by'> {
  readonly id: number
  readonly entry: number
  /** `null` if it is gone, or the person may not read it. */
  readonly title: string | null
  readonly by: NamedAuthor | null
}

/** Who: `name` is `null` for somebody who no longer exists. */
export type NamedAuthor = NonNullable<RecordedChange['by']> & { readonly name: string | null }

export interface TrashItem {
  /** Of the place in the trash. */
  readonly id: number
  readonly uid: string
  /** The id that the entry had. */
  readonly entry: number
  readonly title: string
  readonly locale: string | null
  readonly deletedAt: string
  readonly by: NamedAuthor | null
}

export interface RestoredEntry {
  readonly uid: string
  /** Another one than before, if that is taken. */
  readonly id: number
  readonly lost: readonly LostReference[]
}

/** A relation that did not come back: its entry is gone, or belongs to another one now. */
export interface LostReference {
  readonly field: string
  readonly uid: string
  readonly id: number
  readonly reason: 'gone' | 'taken'
}

export interface VersionInfo {
  readonly version: number | 'current'
  readonly savedAt: string | null
  readonly by: NamedAuthor | null
}

export interface FieldDifference {
  readonly field: string
  readonly from: JsonObject[string]
  readonly to: JsonObject[string]
}
