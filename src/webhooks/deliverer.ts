/** Sends what waits to be sent. */
import type { Database } from '../storage/database.ts'
import { readingFrom, runningIn } from '../storage/run-fragment.ts'
import type { LoneWork, Turn } from '../tasks/lone-worker.ts'
import type { Delivery, DeliveryResult } from './delivery.ts'
import { type DeliveryStore, toDelivery } from './delivery-store.ts'
import { type Sender, sendDelivery } from './send-delivery.ts'
import { Slots } from './slots.ts'
import type { Webhook } from './webhook.ts'
import type { KnownWebhooks } from './webhook-rows.ts'

/** How often new deliveries are looked for while others are being sent, in milliseconds. */
const INTERVAL = 500
/** How many are read at once: to find them may take longer than to send them. */
const FOUND = 50

export interface DelivererInput extends Sender {
  readonly database: Database
  readonly store: DeliveryStore
  readonly webhooks: KnownWebhooks
}

export class Deliverer implements LoneWork {
  readonly #input: DelivererInput
  /** Those whose turn it is, but whose webhook is busy. */
  #found: readonly Delivery[] = []
  #nextSearch = 0

  constructor(input: DelivererInput) {
    this.#input = input
  }

  async isDue(): Promise<boolean> {
    const { database, store, webhooks, clock } = this.#input
    const known = await webhooks.list()
    // Most servers have none, and ask the database nothing.
    if (known.length === 0) return false
    const [next] = await readingFrom(database)(store.nextDue(disabledIn(known)))
    return next !== undefined && next[0] !== null && Number(next[0]) <= clock()
  }

  /** Until nothing is due. */
  async doSome(turn: Turn): Promise<boolean> {
    const slots = new Slots()
    this.#found = []
    this.#nextSearch = 0
    try {
      for (;;) {
        if (!turn.isOver()) await this.#fill(slots, turn)
        slots.check()
        if (slots.isEmpty) return false
        await slots.oneEnded(INTERVAL)
      }
    } finally {
      // What is not recorded yet would be found again.
      await slots.allEnded()
    }
  }

  async #fill(slots: Slots, turn: Turn): Promise<void> {
    // A webhook may have been switched off or got a new secret elsewhere.
    await this.#input.database.catchUp()
    while (!turn.isOver()) {
      this.#begin(slots, turn)
      const due = await this.#due(slots)
      if (due.length === 0) return
      this.#found = [...this.#found, ...due]
    }
  }

  #begin(slots: Slots, { lost }: Turn): void {
    this.#found = this.#found.filter(delivery => {
      if (!slots.hasRoom(delivery.webhook)) return true
      slots.begin(delivery, () => this.#send(delivery, lost))
      return false
    })
  }

  /** More, for webhooks that are not busy. */
  async #due(slots: Slots): Promise<readonly Delivery[]> {
    const { database, store, webhooks, clock } = this.#input
    const disabled = disabledIn(await webhooks.list())
    const { free, busy } = slots
    const isSearch = busy.length > 0
    if (free === 0 || (isSearch && performance.now() < this.#nextSearch)) return []
    const deliveries = [...slots.deliveries, ...this.#found.map(({ id }) => id)]
    const without = { webhooks: [...disabled, ...busy], deliveries }
    const rows = await readingFrom(database)(store.due(clock(), FOUND, without))
    // It has looked at all that waits for busy webhooks, which may be much, and need not do so after every delivery.
    if (isSearch && rows.length === 0) this.#nextSearch = performance.now() + INTERVAL
    return rows.map(toDelivery)
  }

  async #send(delivery: Delivery, lost: AbortSignal): Promise<void> {
    const { clock } = this.#input
    const webhook = await this.#webhook(delivery.webhook)
    // It was switched off since the delivery was read.
    if (webhook?.enabled === false) return
    const result =
      webhook === undefined
        ? { ...GONE, sentAt: clock(), nextAt: clock() }
        : await sendDelivery(this.#input, webhook, delivery, lost)
    // Another server sends it, and its answer counts, unless the receiver has it already.
    if (!lost.aborted || result.state === 'delivered') await this.#record(delivery, result)
  }

  /** One that is not known may have been added elsewhere, before what waits for it. */
  async #webhook(id: number): Promise<Webhook | undefined> {
    const { database, webhooks } = this.#input
    const isIt = (webhook: Webhook) => webhook.id === id
    const known = (await webhooks.list()).find(isIt)
    if (known !== undefined) return known
    await database.catchUp()
    return (await webhooks.list()).find(isIt)
  }

  async #record(delivery: Delivery, result: DeliveryResult): Promise<void> {
    const { database, store } = this.#input
    await database.write(async transaction => {
      const run = runningIn(transaction, database)
      const settled = await run(store.settle(delivery, result))
      if (settled.length > 0 && result.state === 'waiting') await run(store.postponeLater(delivery, result.nextAt))
    })
  }
}

function disabledIn(known: readonly Webhook[]): readonly number[] {
  return known.filter(({ enabled }) => !enabled).map(({ id }) => id)
}

const GONE = { state: 'failed', status: null, answer: 'the webhook was deleted', duration: 0 } as const
