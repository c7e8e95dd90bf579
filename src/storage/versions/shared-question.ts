/** Asks a question once for all the callers who may have the same answer. */

/** Asks at most one question at a time. Whoever comes while one is on its way waits for the next, never for that one. */
export class SharedQuestion<T> {
  readonly #ask: () => Promise<T>
  #running: Promise<T> | undefined
  #next: Promise<T> | undefined

  constructor(ask: () => Promise<T>) {
    this.#ask = ask
  }

  /** An answer to a question that was put after this call. */
  answer(): Promise<T> {
    if (this.#running === undefined) return this.#start()
    const start = () => this.#start()
    this.#next ??= this.#running.then(start, start)
    return this.#next
  }

  #start(): Promise<T> {
    this.#next = undefined
    const running = this.#ask().finally(() => {
      if (this.#running === running) this.#running = undefined
    })
    this.#running = running
    return running
  }
}
