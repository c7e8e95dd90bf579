/** Writes deliveries down in the transaction of the change that they tell of, so that none is lost and none is false. */
import type { ChangedEntry, OpenOutbox, Outbox } from '../content/outbox.ts'
import { FILE_UID, type Schema } from '../schema/schema.ts'
import { batched } from './batch.ts'
import type { NewDelivery } from './delivery.ts'
import type { DeliveryStore } from './delivery-store.ts'
import { purgesOf } from './purge.ts'
import { eventsOf, PURGE_EVENT, type Webhook, wantsEvent } from './webhook.ts'
import type { KnownWebhooks } from './webhook-rows.ts'

export interface WebhookOutboxInput {
  readonly webhooks: KnownWebhooks
  readonly store: DeliveryStore
  readonly schema: Schema
  /** Where the content API begins: `/api`. */
  readonly prefix: string
  /** Called after a commit with deliveries. */
  readonly wake: () => void
}

export function webhookOutbox({ webhooks, store, schema, prefix, wake }: WebhookOutboxInput): Outbox {
  return {
    open: async () => {
      const enabled = (await webhooks.list()).filter(webhook => webhook.enabled)
      return enabled.length === 0 ? undefined : openFor(enabled, { store, schema, prefix, wake })
    },
  }
}

function openFor(
  webhooks: readonly Webhook[],
  { store, schema, prefix, wake }: Omit<WebhookOutboxInput, 'webhooks'>,
): OpenOutbox {
  let isUsed = false
  return {
    wants: (type, action) =>
      eventsOf(type, action).some(event => webhooks.some(webhook => wantsEvent(webhook, type, event))),
    record: (scope, changed) => {
      const told = webhooks.flatMap(webhook => deliveriesTo(webhook, schema, changed))
      const deliveries = [...told, ...purgesOf(webhooks, { schema, prefix }, changed)]
      for (const inserted of store.insert(deliveries)) scope.send(null, inserted)
      isUsed ||= deliveries.length > 0
    },
    committed: () => {
      if (isUsed) wake()
    },
  }
}

function deliveriesTo(webhook: Webhook, schema: Schema, changed: readonly ChangedEntry[]): readonly NewDelivery[] {
  const told = changed.flatMap(change => {
    const { type, id, action, at } = change
    const events = eventsOf(type, action).filter(event => event !== PURGE_EVENT && wantsEvent(webhook, type, event))
    return events.map(event => ({
      ...{ webhook: webhook.id, event, type, id, at, payload: payloadOf(schema, event, change) },
    }))
  })
  return webhook.batch === 0 ? told : batched(told, webhook.batch)
}

/** As Strapi writes it. */
function payloadOf({ types }: Schema, event: string, { type, at, entry }: ChangedEntry): string {
  const head = JSON.stringify({ event, createdAt: new Date(at).toISOString() }).slice(0, -1)
  if (type === FILE_UID) return `${head},"media":${entry}}`
  const model = JSON.stringify(types.get(type)?.singularName ?? type)
  return `${head},"model":${model},"uid":${JSON.stringify(type)},"entry":${entry}}`
}
