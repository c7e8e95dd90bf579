/** Runs one piece of asynchronous work at a time, in order of arrival. */
import { BUSY_PATIENCE_MILLISECONDS, retryWhileBusy } from './retry-while-busy.ts'

export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  /** Since when another process has held the lock that the work needs. */
  #lockedSince: number | undefined

  /** True while nothing runs and nothing waits. */
  get idle(): boolean {
    return this.#waiting === 0
  }

  /** `work` receives the time at which it was submitted, by `performance.now()`. */
  run<T>(work: (handedInAt: number) => Promise<T>): Promise<T> {
    const handedInAt = performance.now()
    this.#waiting += 1
    const result = this.#last.then(() => work(handedInAt))
    this.#last = result.then(
      () => this.#done(),
      () => this.#done(),
    )
    return result
  }

  /**
   * Takes a lock that another process may hold. All work in the queue waits for it together: when the first one gives
   * up, all work submitted before the lock was met gives up too.
   */
  async lock(handedInAt: number, take: () => void): Promise<void> {
    const giveUpAt = (metAt: number) => {
      this.#lockedSince ??= metAt
      return Math.max(this.#lockedSince, handedInAt) + BUSY_PATIENCE_MILLISECONDS
    }
    await retryWhileBusy(take, { giveUpAt })
    this.#lockedSince = undefined
  }

  /** Resolves when everything submitted so far has ended, successfully or not. */
  async settled(): Promise<void> {
    await this.#last
  }

  #done(): void {
    this.#waiting -= 1
  }
}
