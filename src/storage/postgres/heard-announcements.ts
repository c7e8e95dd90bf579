/** Which transactions' announcements have come back. What a write has changed is told by its announcement, or else by the write itself. */

/** Maximum number of transactions to remember. */
const MOST_HEARD = 1000
/** An announcement comes back about when its commit is answered, unless the connection that listens is in trouble. */
const PATIENCE_MILLISECONDS = 100

export class HeardAnnouncements {
  readonly #heard = new Set<number>()
  readonly #awaited = new Map<number, (isHeard: boolean) => void>()

  hear(transaction: number): void {
    this.#heard.add(transaction)
    const [oldest] = this.#heard
    if (this.#heard.size > MOST_HEARD) this.#heard.delete(oldest!)
    this.#awaited.get(transaction)?.(true)
  }

  /** Whether the announcement of a transaction that is committed has come back; waits for it a moment. */
  async has(transaction: number): Promise<boolean> {
    if (this.#heard.has(transaction)) return true
    return new Promise(resolve => {
      const end = (isHeard: boolean) => {
        clearTimeout(timer)
        this.#awaited.delete(transaction)
        resolve(isHeard)
      }
      const timer = setTimeout(end, PATIENCE_MILLISECONDS, false)
      this.#awaited.set(transaction, end)
    })
  }

  /** Nobody listens any more. Another server may give the same numbers to other transactions. */
  giveUp(): void {
    this.#heard.clear()
    for (const end of this.#awaited.values()) end(false)
  }
}
