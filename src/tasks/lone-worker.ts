/** Does what only one server does at a time: sending to webhooks, acting at set times. When that server dies, another one continues. */
import type { Lease } from './lease.ts'
import { whileHeld } from './while-held.ts'

/** How often work is looked for, in milliseconds. */
const INTERVAL = 1000

export interface Turn {
  /** Fires when another server may have begun to do the same. */
  readonly lost: AbortSignal
  /** Whether nothing more should be begun. */
  isOver(): boolean
}

export interface LoneWork {
  /** Whether there is something to do now. Asked all the time, by every server. */
  isDue(): Promise<boolean>
  /** Does some of it. Returns whether there may be more. */
  doSome(turn: Turn): Promise<boolean>
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
    const { lease } = this.#input
    if (lease.left > 0) await lease.release().catch(() => undefined)
  }

  /** The database may be away. It is asked again after a while. */
  async #run(): Promise<void> {
    this.#isWoken = false
    const { work, failed } = this.#input
    try {
      while (!this.#isStopped && (await work.isDue()) && (await this.#holds()) && (await this.#doSome())) {}
    } catch (error) {
      failed(error)
    }
  }

  /** The database is not asked again for every piece of work. */
  async #holds(): Promise<boolean> {
    const { lease } = this.#input
    return lease.left > (lease.time * 3) / 4 || lease.hold()
  }

  #doSome(): Promise<boolean> {
    const { work, lease } = this.#input
    return whileHeld(lease, lost => work.doSome({ lost, isOver: () => this.#isStopped || lost.aborted }))
  }
}
