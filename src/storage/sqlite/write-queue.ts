/** Lets one piece of asynchronous work run at a time, in the order in which they came. */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  /** True while nothing runs and nothing waits. */
  get idle(): boolean {
    return this.#waiting === 0
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1
    const result = this.#last.then(work)
    this.#last = result.then(
      () => this.#done(),
      () => this.#done(),
    )
    return result
  }

  /** Resolves when everything that was handed in so far has ended, well or not. */
  async settled(): Promise<void> {
    await this.#last
  }

  #done(): void {
    this.#waiting -= 1
  }
}
