/** Releases: entries of several types that are published and unpublished together, now or at a set time. And what months bring. */
import type { EntryStatus, PersonName } from './content-api.ts'
import type { Data, JsonObject, ValueError } from './route-types.ts'

export interface ReleaseApi {
  /** Those to come, the next first; or those that are done, the last first. At most 100. */
  readonly 'GET /releases': {
    readonly query: { readonly state?: 'open' | 'done' }
    readonly answer: Data<readonly ReleaseInfo[]>
  }
  readonly 'POST /releases': { readonly body: ReleaseInput; readonly answer: Data<Release> }
  readonly 'GET /releases/:id': { readonly answer: Data<Release> }
  /** Needs the right to publish every entry of it, like everything below but the entries. */
  readonly 'PUT /releases/:id': { readonly body: Partial<ReleaseInput>; readonly answer: Data<Release> }
  readonly 'DELETE /releases/:id': { readonly answer: Data<{ readonly deleted: boolean }> }
  /** What would happen to each entry now. */
  readonly 'GET /releases/:id/check': { readonly answer: Data<ReleaseCheck> }
  /** All of it or nothing. Error M540 says which entries are refused, and why. */
  readonly 'POST /releases/:id/publish': { readonly answer: Data<Release> }
  /** Either `ids` or the `query` of a list. An entry that is there already gets the action. Needs the right to publish the entries. */
  readonly 'POST /releases/:id/items': {
    readonly body: {
      readonly uid: string
      readonly action: ReleaseAction
      readonly ids?: readonly number[]
      readonly query?: JsonObject
    }
    readonly answer: Data<Release>
  }
  readonly 'DELETE /releases/:id/items/:uid/:entry': { readonly answer: Data<Release> }
  /** What happens at set times, and releases that are done, in order. `from` and `to` are moments, at most 100 days apart. */
  readonly 'GET /calendar': {
    readonly query: { readonly from: string; readonly to: string }
    readonly answer: { readonly data: readonly CalendarEvent[]; readonly meta: { readonly more: boolean } }
  }
}

export type ReleaseAction = 'publish' | 'unpublish'

/** `at` has a time zone and lies ahead, such as `2027-01-31T08:00:00Z`; `null` removes it. */
export interface ReleaseInput {
  readonly name: string
  readonly at?: string | null
}

export interface ReleaseInfo {
  readonly id: string
  readonly name: string
  /** `open` has no time; `failed`: it could not be done at its time. */
  readonly state: 'open' | 'waiting' | 'failed' | 'done'
  /** When it is or was to be done. */
  readonly at: string | null
  /** Who has set the time; `null` for the command line. */
  readonly by: PersonName | null
  readonly createdAt: string
  readonly createdBy: PersonName | null
  readonly doneAt: string | null
  /** Who has published it, or set the time at which it was. */
  readonly doneBy: PersonName | null
  /** How many entries it has; those that the person may not publish are `hidden`. */
  readonly count: number
  readonly hidden: number
}

export interface Release extends ReleaseInfo {
  readonly items: readonly ReleaseItem[]
  /** Why it could not be done at its time. */
  readonly problems: readonly ReleaseProblem[]
  /** Whether the person may rename, time, publish and delete it. */
  readonly mayChange: boolean
}

export interface ReleaseItem {
  readonly uid: string
  readonly id: number
  readonly action: ReleaseAction
  readonly title: string
  /** `null` for an entry that no longer exists. */
  readonly status: EntryStatus
  readonly locale: string | null
}

/** Without an entry, it concerns all of the release. */
export interface ReleaseProblem {
  readonly uid: string | null
  readonly id: number | null
  readonly message: string
}

export interface ReleaseCheck {
  /** Whether nothing is known that would refuse it. The code of the project is not asked. */
  readonly ready: boolean
  readonly items: readonly CheckedItem[]
}

export interface CheckedItem {
  readonly uid: string
  readonly id: number
  readonly action: ReleaseAction
  /** `done`: it is so already, and stays as it is. */
  readonly state: 'ready' | 'done' | 'refused'
  readonly problems: readonly ValueError[]
}

/** A release that an entry belongs to and that is not done yet. */
export interface EntryRelease {
  readonly id: string
  readonly name: string
  readonly at: string | null
  readonly action: ReleaseAction
}

export type CalendarEvent =
  | {
      readonly kind: 'entry'
      readonly at: string
      readonly action: ReleaseAction
      readonly state: 'waiting' | 'failed'
      readonly uid: string
      readonly id: number
      readonly title: string
      readonly status: EntryStatus
      readonly locale: string | null
    }
  | {
      readonly kind: 'release'
      readonly at: string
      readonly state: 'waiting' | 'failed' | 'done'
      readonly id: string
      readonly name: string
      readonly count: number
    }
