import type { Presence } from '../../admin-api/content-api.ts'
import type { ContentEvent } from '../../content/event-stream.ts'

/** What is told to those who watch the installation. */
export type FeedEvent =
  /** Anything may have changed. */
  | { readonly kind: 'ready' }
  /** Administrators, their roles, permissions or sessions have changed. */
  | { readonly kind: 'rights' }
  | {
      readonly kind: 'entry'
      readonly uid: string
      /** `null`: one or several, nobody knows which. */
      readonly id: number | null
      readonly action: ContentEvent['action']
      /** The id of the administrator. */
      readonly by: number | null
    }
  | { readonly kind: 'presence'; readonly uid: string; readonly id: number; readonly people: readonly Presence[] }
