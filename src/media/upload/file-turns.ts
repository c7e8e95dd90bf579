/** Lets changes of a file's objects happen one after the other in this process. */

export class FileTurns {
  readonly #last = new Map<number, Promise<void>>()

  /** Runs the work when all earlier work on the same files has ended, whether it succeeded or not. */
  async run<T>(ids: readonly number[], work: () => Promise<T>): Promise<T> {
    const before = ids.map(id => this.#last.get(id))
    const result = (async () => {
      await Promise.all(before)
      return work()
    })()
    const done = result.then(
      () => undefined,
      () => undefined,
    )
    for (const id of ids) this.#last.set(id, done)
    try {
      return await result
    } finally {
      for (const id of ids) if (this.#last.get(id) === done) this.#last.delete(id)
    }
  }
}
