/** A webhook: who is told of what. */
import type { ChangeAction } from '../changes/change.ts'
import { FILE_UID } from '../schema/schema.ts'

/** Names what a CDN must drop, once for each transaction. */
export const PURGE_EVENT = 'cache.purge'

/** Those of Strapi. */
export const CONTENT_EVENTS = [
  ...['entry.create', 'entry.update', 'entry.delete', 'entry.publish', 'entry.unpublish'],
  ...['media.create', 'media.update', 'media.delete'],
] as const

export const EVENTS: readonly string[] = [...CONTENT_EVENTS, PURGE_EVENT]

export interface Webhook {
  readonly id: number
  readonly name: string
  readonly url: string
  /** Sent with every delivery. */
  readonly headers: Readonly<Record<string, string>>
  readonly events: readonly string[]
  readonly enabled: boolean
  /** Only changes of these content types; all if empty. */
  readonly types: readonly string[]
  /** How many events of one transaction a delivery may have; 0: each is a delivery of its own, as in Strapi. */
  readonly batch: number
  /** What deliveries are signed with, the newest first; none for a webhook that Strapi has made. */
  readonly secrets: readonly string[]
  /** Until when the old secret counts beside the new one. Milliseconds since 1970. */
  readonly oldUntil: number
}

/** Publishing is an update, too, as in Strapi. */
const ENTRY_EVENTS: Readonly<Record<ChangeAction, readonly string[]>> = {
  create: ['entry.create'],
  update: ['entry.update'],
  delete: ['entry.delete'],
  publish: ['entry.update', 'entry.publish'],
  unpublish: ['entry.update', 'entry.unpublish'],
  move: [],
}

/** The built-in types of which others are told. */
const TOLD: ReadonlySet<string> = new Set(['plugin::users-permissions.user'])

export function eventsOf(type: string, action: ChangeAction): readonly string[] {
  if (action === 'move') return []
  if (type === FILE_UID)
    return [action === 'create' || action === 'delete' ? `media.${action}` : 'media.update', PURGE_EVENT]
  return type.startsWith('api::') || TOLD.has(type) ? [...ENTRY_EVENTS[action], PURGE_EVENT] : []
}

export function wantsEvent({ enabled, events, types }: Webhook, type: string, event: string): boolean {
  return enabled && events.includes(event) && (types.length === 0 || types.includes(type))
}
