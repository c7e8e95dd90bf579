/** When entries are published and unpublished. */
import type { EntryStatus, PersonName } from './content-api.ts'
import type { EntryRelease } from './release-api.ts'
import type { Data } from './route-types.ts'

export interface ScheduleApi {
  /** The next ones first, of all entries that the person may read; at most 1,000. */
  readonly 'GET /schedule': {
    readonly query: { readonly uid?: string; readonly state?: ScheduledAct['state'] }
    readonly answer: Data<readonly ScheduledEntry[]>
  }
  /** `locale` means the translation of the entry. */
  readonly 'GET /content/:uid/:id/schedule': {
    readonly query: { readonly locale?: string }
    readonly answer: Data<EntrySchedule>
  }
  /** Needs the right to publish the entry. */
  readonly 'PUT /content/:uid/:id/schedule': {
    readonly query: { readonly locale?: string }
    readonly body: ScheduleInput
    readonly answer: Data<EntrySchedule>
  }
}

/** Moments with a time zone, such as `2027-01-31T08:00:00Z`. What is absent stays; `null` removes it. */
export interface ScheduleInput {
  readonly publishAt?: string | null
  readonly unpublishAt?: string | null
  /** The translations that are meant; only the entry itself if absent. */
  readonly locales?: readonly string[]
}

export interface EntrySchedule {
  readonly publish: ScheduledAct | null
  readonly unpublish: ScheduledAct | null
  /** Those to come, as far as the person may publish the entry. */
  readonly releases: readonly EntryRelease[]
}

export interface ScheduledAct {
  readonly action: 'publish' | 'unpublish'
  readonly at: string
  /** `failed`: it could not be done at its time. */
  readonly state: 'waiting' | 'failed'
  /** Why it could not be done. */
  readonly reason: string | null
  /** The administrator who has set the time; `null` for the command line and for clients of the content API. */
  readonly by: PersonName | null
  readonly setAt: string
}

export interface ScheduledEntry extends ScheduledAct {
  readonly uid: string
  readonly id: number
  readonly title: string
  readonly status: EntryStatus
  readonly locale: string | null
}
