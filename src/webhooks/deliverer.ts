/** Sends what waits to be sent, while this server is the one that does. */
import type { Database } from '../storage/database.ts'
import { readingFrom, runningIn } from '../storage/run-fragment.ts'
import type { Delivery } from './delivery.ts'
import { type DeliveryStore, toDelivery } from './delivery-store.ts'
import type { KnownWebhooks } from './known-webhooks.ts'
import { LEASE_TIME, type Lease } from './lease.ts'
import { type Sender, sendDelivery } from './send-delivery.ts'

/** How often others' deliveries are looked for, in milliseconds. */
const INTERVAL = 1000
/** How many are sent at the same time, as in Strapi. */
const TOGETHER = 5

export interface DelivererInput extends Sender {
  readonly database: Database
  readonly store: DeliveryStore
  readonly webhooks: KnownWebhooks
  readonly lease: Lease
  readonly failed: (error: unknown) => void
}

export class Deliverer {
  readonly #input: DelivererInput
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isWoken = false
  #isStopped = false
  #heldUntil = 0

  constructor(input: DelivererInput) {
    this.#input = input
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), INTERVAL)
    this.#timer.unref()
    this.wake()
  }

  /** There may be something to send. */
  wake(): void {
    this.#isWoken = true
    if (this.#running !== undefined || this.#isStopped || this.#timer === undefined) return
    this.#running = this.#work().finally(() => {
      this.#running = undefined
      if (this.#isWoken) this.wake()
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#running
    if (this.#heldUntil > 0) await this.#input.lease.release().catch(() => undefined)
  }

  /** The database may be away. It is asked again after a while. */
  async #work(): Promise<void> {
    this.#isWoken = false
    try {
      while (!this.#isStopped && (await this.#sendSome())) {}
    } catch (error) {
      this.#input.failed(error)
    }
  }

  /** Whether there may be more. */
  async #sendSome(): Promise<boolean> {
    const { database, store, webhooks, clock } = this.#input
    // Most servers have none, and ask the database nothing.
    if ((await webhooks.list()).length === 0) return false
    const read = readingFrom(database)
    const [next] = await read(store.nextDue)
    if (next?.[0] === null || next === undefined || Number(next[0]) > clock()) return false
    if (!(await this.#holds())) return false
    const due = (await read(store.due(clock(), TOGETHER))).map(toDelivery)
    await Promise.all(due.map(delivery => this.#send(delivery)))
    return due.length > 0
  }

  /** Asked again long before it ends, because a delivery takes its time. */
  async #holds(): Promise<boolean> {
    if (performance.now() < this.#heldUntil) return true
    const isHeld = await this.#input.lease.hold()
    this.#heldUntil = isHeld ? performance.now() + LEASE_TIME / 4 : 0
    return isHeld
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
