/** One of several servers that send deliveries, without the rest of it. */
import { addWebhook } from '../../src/management/webhooks/manage-webhooks.ts'
import type { WebhookContext } from '../../src/management/webhooks/webhook-context.ts'
import { createOutgoing } from '../../src/outgoing/outgoing.ts'
import { loadProjectSchema } from '../../src/schema/load/load-schema.ts'
import { readingFrom, runningIn } from '../../src/storage/run-fragment.ts'
import type { Turn } from '../../src/tasks/lone-worker.ts'
import { Deliverer } from '../../src/webhooks/deliverer.ts'
import type { Delivery } from '../../src/webhooks/delivery.ts'
import { type DeliveryStore, toDelivery } from '../../src/webhooks/delivery-store.ts'
import { openDeliveries } from '../../src/webhooks/open-webhooks.ts'
import { KnownWebhooks } from '../../src/webhooks/webhook-rows.ts'
import { openFeed } from '../changes/open-feed.ts'
import { PROJECT } from '../content/write/write-app.ts'
import { testConfig } from '../support/build-test-app.ts'

type Config = Parameters<typeof openFeed>[0]

export interface TestSender {
  readonly context: WebhookContext & { readonly deliveries: DeliveryStore }
  readonly webhooks: KnownWebhooks
  readonly deliverer: Deliverer
}

export async function openSender(config: Config, clock: () => number = Date.now): Promise<TestSender> {
  const { database } = await openFeed(config)
  const deliveries = (await openDeliveries(database, 'public', true))!
  const { schema } = await loadProjectSchema(testConfig({ folder: PROJECT, database: config }))
  const outgoing = createOutgoing({ allow: ['loopback'] })
  const webhooks = new KnownWebhooks(database)
  const deliverer = new Deliverer({ database, store: deliveries, webhooks, outgoing, clock })
  return { context: { database, schema, deliveries, outgoing, clock }, webhooks, deliverer }
}

export async function addedWebhook({ context }: TestSender, url: string) {
  return addWebhook(context, { name: 'site', url, events: ['entry.create'] })
}

/** One delivery for each entry, as a change would have stored it. */
export async function store({ context }: TestSender, webhook: number, entries: readonly number[]): Promise<void> {
  const { database, deliveries, clock } = context
  const told = entries.map(id => ({
    ...{ webhook, event: 'entry.create', type: 'api::label.label', id, payload: JSON.stringify({ id }), at: clock() },
  }))
  await database.write(async transaction => {
    for (const statement of deliveries.insert(told)) await runningIn(transaction, database)(statement)
  })
}

/** The oldest first. */
export async function stored({ context }: TestSender, webhook: number): Promise<readonly Delivery[]> {
  const rows = await readingFrom(context.database)(context.deliveries.list(webhook, { limit: 1000 }))
  return rows.map(toDelivery).reverse()
}

export function newTurn(): Turn & { readonly lose: () => void } {
  const lost = new AbortController()
  return { lost: lost.signal, isOver: () => lost.signal.aborted, lose: () => lost.abort() }
}
