/** Lets changes of one file's objects happen one after the other in this process. */

export class FileTurns {
  readonly #last = new Map<number, Promise<void>>()

  /** Runs the work when all earlier work on the same file has ended, whether it succeeded or not. */
  async run<T>(id: number, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(id)
    const result = (async () => {
      await before
      return work()
    })()
    const done = result.then(
      () => undefined,
      () => undefined,
    )
    this.#last.set(id, done)
    try {
      return await result
    } finally {
      if (this.#last.get(id) === done) this.#last.delete(id)
    }
  }
}
