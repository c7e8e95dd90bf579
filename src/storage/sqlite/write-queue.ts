/** Lets one piece of asynchronous work run at a time, in the order in which they came. */
import { BUSY_PATIENCE_MILLISECONDS, retryWhileBusy } from './retry-while-busy.ts'

export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  /** Since when another process holds the lock that the work needs. */
  #lockedSince: number | undefined

  /** True while nothing runs and nothing waits. */
  get idle(): boolean {
    return this.#waiting === 0
  }

  /** `work` is told when it was handed in, in milliseconds since 1970. */
  run<T>(work: (handedInAt: number) => Promise<T>): Promise<T> {
    const handedInAt = Date.now()
    this.#waiting += 1
    const result = this.#last.then(() => work(handedInAt))
    this.#last = result.then(
      () => this.#done(),
      () => this.#done(),
    )
    return result
  }

  /**
   * Takes a lock that another process may hold. All work in the queue waits for it together: when the first one gives up,
   * those that were handed in before the lock was met give up too.
   */
  async lock(handedInAt: number, take: () => void): Promise<void> {
    const giveUpAt = (metAt: number) => {
      this.#lockedSince ??= metAt
      return Math.max(this.#lockedSince, handedInAt) + BUSY_PATIENCE_MILLISECONDS
    }
    await retryWhileBusy(take, { giveUpAt })
    this.#lockedSince = undefined
  }

  /** Resolves when everything that was handed in so far has ended, well or not. */
  async settled(): Promise<void> {
    await this.#last
  }

  #done(): void {
    this.#waiting -= 1
  }
}
