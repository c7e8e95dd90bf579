/**
 * What is being sent at the moment. A receiver that hangs keeps its deliveries here until their time is over; those of other
 * webhooks must not wait for it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery } from './delivery.ts'

/** How many are sent at the same time, and how many of them to one webhook, as in Strapi. */
const TOGETHER = 10
const TO_ONE = 5
/** For webhooks to which nothing is being sent. */
const RESERVED = 2

interface Sending {
  readonly webhook: number
  readonly ended: Promise<void>
}

export class Slots {
  readonly #sending = new Map<number, Sending>()
  readonly #failures: unknown[] = []

  get free(): number {
    return TOGETHER - this.#sending.size
  }

  get isEmpty(): boolean {
    return this.#sending.size === 0
  }

  /** The ids of the deliveries. */
  get deliveries(): readonly number[] {
    return [...this.#sending.keys()]
  }

  /** The webhooks that have to wait until something has ended. */
  get busy(): readonly number[] {
    const webhooks = new Set([...this.#sending.values()].map(({ webhook }) => webhook))
    return [...webhooks].filter(webhook => !this.hasRoom(webhook))
  }

  hasRoom(webhook: number): boolean {
    const { free } = this
    const count = [...this.#sending.values()].filter(each => each.webhook === webhook).length
    return free > 0 && count < (free > RESERVED ? TO_ONE : 1)
  }

  begin({ id, webhook }: Pick<Delivery, 'id' | 'webhook'>, send: () => Promise<void>): void {
    const ended = send().then(
      () => void this.#sending.delete(id),
      // It stays, so that it is not found and sent again.
      error => void this.#failures.push(error),
    )
    this.#sending.set(id, { webhook, ended })
  }

  /** Throws if one could not be recorded. */
  check(): void {
    if (this.#failures.length > 0) throw this.#failures[0]
  }

  async oneEnded(longest: number): Promise<void> {
    const timer = new AbortController()
    const late = sleep(longest, undefined, { signal: timer.signal }).catch(() => undefined)
    await Promise.race([...this.#endings, late])
    timer.abort()
  }

  async allEnded(): Promise<void> {
    await Promise.all(this.#endings)
  }

  get #endings(): readonly Promise<void>[] {
    return [...this.#sending.values()].map(({ ended }) => ended)
  }
}
