/**
 * Which statements are worth preparing. A prepared statement stays in the server's memory as long as its connection
 * lives, so that their number must be bounded although anybody can make up new queries.
 */
const LIMIT = 1000

export class PreparedTexts {
  readonly #period: number
  readonly #clock: () => number
  readonly #known = new Set<string>()
  #seenOnce = new Set<string>()
  #startedAt: number

  /** `period` (milliseconds) is the longest life of a connection, after which the count begins again. */
  constructor(period: number, clock: () => number = Date.now) {
    this.#period = period
    this.#clock = clock
    this.#startedAt = clock()
  }

  /** While there is plenty of room everything is prepared; then only what is asked for a second time; then nothing new. */
  admits(text: string): boolean {
    this.#renew()
    if (this.#known.has(text)) return true
    if (this.#known.size >= LIMIT) return false
    if (this.#known.size >= LIMIT / 2 && !this.#seenOnce.has(text)) {
      if (this.#seenOnce.size >= LIMIT) this.#seenOnce = new Set()
      this.#seenOnce.add(text)
      return false
    }
    this.#known.add(text)
    return true
  }

  #renew(): void {
    const now = this.#clock()
    if (now - this.#startedAt < this.#period) return
    this.#startedAt = now
    this.#known.clear()
    this.#seenOnce.clear()
  }
}
