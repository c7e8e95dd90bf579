/** What a CDN must drop after a transaction: one message for each webhook that wants to know. */
import type { ChangedEntry } from '../content/outbox.ts'
import { purgedKeys } from '../content/read/surrogate-keys.ts'
import type { Schema } from '../schema/schema.ts'
import type { NewDelivery } from './delivery.ts'
import { purgeBodies } from './purge-forms.ts'
import { PURGE_EVENT, type Webhook, wantsEvent } from './webhook.ts'

interface Place {
  readonly schema: Schema
  /** `/api` */
  readonly prefix: string
}

export function purgesOf(
  webhooks: readonly Webhook[],
  place: Place,
  changed: readonly ChangedEntry[],
): readonly NewDelivery[] {
  return webhooks.flatMap(webhook => {
    const told = changed.filter(({ type }) => wantsEvent(webhook, type, PURGE_EVENT))
    const [first] = told
    if (first === undefined) return []
    const { type, id, at } = first
    const keys = purgedKeys(place.schema.types, told)
    const paths = [...new Set(told.flatMap(change => pathsOf(place, change)))]
    const purge = { event: PURGE_EVENT, createdAt: new Date(at).toISOString(), keys, paths }
    return purgeBodies(webhook.url, purge).map(body => {
      return { webhook: webhook.id, event: PURGE_EVENT, type, id, at, payload: JSON.stringify(body) }
    })
  })
}

/** The addresses of an entry and of its list, without their queries. */
function pathsOf({ schema, prefix }: Place, { type: uid, id }: ChangedEntry): readonly string[] {
  const type = schema.types.get(uid)
  if (type?.userDefined !== true) return []
  if (type.single) return [`${prefix}/${type.singularName}`]
  return [`${prefix}/${type.pluralName}`, `${prefix}/${type.pluralName}/${id}`]
}
