/** Tracks who is still waiting for work that is done once for several callers. */

/** Returns a signal that fires when the caller has gone away. Called only where work takes a while. */
export type Gone = () => AbortSignal

export class SharedInterest {
  readonly #callers: (Gone | undefined)[] = []
  #controller: AbortController | undefined
  #waiting = 0

  /** A caller without a signal waits as long as it takes. */
  join(gone: Gone | undefined): void {
    if (this.#controller === undefined) this.#callers.push(gone)
    else this.#count(gone, this.#controller)
  }

  /** True if all callers have gone and the work has ended. A new caller must start it again. */
  get isOver(): boolean {
    return this.#controller?.signal.aborted === true
  }

  /** Fires when the last caller has gone away. */
  readonly gone: Gone = () => {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      for (const caller of this.#callers.splice(0)) this.#count(caller, this.#controller)
      if (this.#waiting === 0) this.#controller.abort()
    }
    return this.#controller.signal
  }

  #count(gone: Gone | undefined, controller: AbortController): void {
    const signal = gone?.()
    if (signal?.aborted) return
    this.#waiting += 1
    const leave = () => {
      this.#waiting -= 1
      if (this.#waiting === 0) controller.abort()
    }
    signal?.addEventListener('abort', leave, { once: true })
  }
}
