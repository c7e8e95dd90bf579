/** Does what only one server does at a time: sending to webhooks, acting at set times. When that server dies, another one continues. */
import { LEASE_TIME, type Lease } from './lease.ts'

/** How often work is looked for, in milliseconds. */
const INTERVAL = 1000

export interface LoneWork {
  /** Whether there is something to do now. Asked all the time, by every server. */
  isDue(): Promise<boolean>
  /** Does some of it, in less time than a lease lasts. Returns whether there may be more. */
  doSome(): Promise<boolean>
}

export interface LoneWorkerInput {
  readonly work: LoneWork
  readonly lease: Lease
  /** Is told what went wrong. It is tried again after a while. */
  readonly failed: (error: unknown) => void
}

export class LoneWorker {
  readonly #input: LoneWorkerInput
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isWoken = false
  #isStopped = false
  #heldUntil = 0

  constructor(input: LoneWorkerInput) {
    this.#input = input
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), INTERVAL)
    this.#timer.unref()
    this.wake()
  }

  /** There may be something to do. */
  wake(): void {
    this.#isWoken = true
    if (this.#running !== undefined || this.#isStopped || this.#timer === undefined) return
    this.#running = this.#run().finally(() => {
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
  async #run(): Promise<void> {
    this.#isWoken = false
    const { work, failed } = this.#input
    try {
      while (!this.#isStopped && (await work.isDue()) && (await this.#holds()) && (await work.doSome())) {}
    } catch (error) {
      failed(error)
    }
  }

  /** Asked again long before it ends, because work takes its time. */
  async #holds(): Promise<boolean> {
    if (performance.now() < this.#heldUntil) return true
    const isHeld = await this.#input.lease.hold()
    this.#heldUntil = isHeld ? performance.now() + LEASE_TIME / 4 : 0
    return isHeld
  }
}
