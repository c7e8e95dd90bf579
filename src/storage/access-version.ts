/** Shares the question for a version between the callers who may have the same answer. */

/** Asks at most one question at a time. Whoever comes while one is on its way waits for the next, never for that one. */
export class AccessVersion {
  readonly #ask: () => Promise<string>
  #running: Promise<string> | undefined
  #next: Promise<string> | undefined

  constructor(ask: () => Promise<string>) {
    this.#ask = ask
  }

  /** An answer to a question that was put after this call. */
  read(): Promise<string> {
    if (this.#running === undefined) return this.#start()
    const start = () => this.#start()
    this.#next ??= this.#running.then(start, start)
    return this.#next
  }

  #start(): Promise<string> {
    this.#next = undefined
    const running = this.#ask().finally(() => {
      if (this.#running === running) this.#running = undefined
    })
    this.#running = running
    return running
  }
}
