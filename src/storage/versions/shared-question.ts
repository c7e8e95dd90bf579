/** Asks a question once for all callers that can share the answer. */

/**
 * Asks at most one question at a time. Callers that arrive while one is under way wait for the next, never for that
 * one.
 */
export class SharedQuestion<T> {
  readonly #ask: () => Promise<T>
  readonly #isHopeless: (error: unknown) => boolean
  #running: Promise<T> | undefined
  #next: Promise<T> | undefined

  /** `isHopeless`: after such a failure, callers that wait for the next question fail too, instead of waiting again. */
  constructor(ask: () => Promise<T>, isHopeless: (error: unknown) => boolean = () => false) {
    this.#ask = ask
    this.#isHopeless = isHopeless
  }

  /** The answer to a question asked after this call. */
  answer(): Promise<T> {
    if (this.#running === undefined) return this.#start()
    this.#next ??= this.#running.then(
      () => this.#start(),
      (error: unknown) => this.#startAfter(error),
    )
    return this.#next
  }

  #startAfter(error: unknown): Promise<T> {
    if (!this.#isHopeless(error)) return this.#start()
    this.#next = undefined
    throw error
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
