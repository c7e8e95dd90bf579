/** Sends what waits to be sent. */
import type { Database } from '../storage/database.ts'
import { readingFrom, runningIn } from '../storage/run-fragment.ts'
import type { LoneWork } from '../tasks/lone-worker.ts'
import type { Delivery } from './delivery.ts'
import { type DeliveryStore, toDelivery } from './delivery-store.ts'
import type { KnownWebhooks } from './known-webhooks.ts'
import { type Sender, sendDelivery } from './send-delivery.ts'

/** How many are sent at the same time, as in Strapi. */
const TOGETHER = 5

export interface DelivererInput extends Sender {
  readonly database: Database
  readonly store: DeliveryStore
  readonly webhooks: KnownWebhooks
}

export class Deliverer implements LoneWork {
  readonly #input: DelivererInput

  constructor(input: DelivererInput) {
    this.#input = input
  }

  async isDue(): Promise<boolean> {
    const { database, store, webhooks, clock } = this.#input
    // Most servers have none, and ask the database nothing.
    if ((await webhooks.list()).length === 0) return false
    const [next] = await readingFrom(database)(store.nextDue)
    return next !== undefined && next[0] !== null && Number(next[0]) <= clock()
  }

  async doSome(): Promise<boolean> {
    const { database, store, clock } = this.#input
    const due = (await readingFrom(database)(store.due(clock(), TOGETHER))).map(toDelivery)
    await Promise.all(due.map(delivery => this.#send(delivery)))
    return due.length > 0
  }

  async #send(delivery: Delivery): Promise<void> {
    const { database, store, webhooks, clock } = this.#input
    const webhook = (await webhooks.list()).find(({ id }) => id === delivery.webhook)
    const result =
      webhook === undefined
        ? { ...GONE, sentAt: clock(), nextAt: clock() }
        : await sendDelivery(this.#input, webhook, delivery)
    await database.write(async transaction => {
      for (const statement of store.settle(delivery, result)) await runningIn(transaction, database)(statement)
    })
  }
}

const GONE = { state: 'failed', status: null, answer: 'the webhook was deleted', duration: 0 } as const
