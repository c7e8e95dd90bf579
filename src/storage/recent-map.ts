/** A map that keeps the entries used last and forgets the others: at least so many, and at most twice as many. */
export class RecentMap<K, V> {
  readonly #limit: number
  #recent = new Map<K, V>()
  #older = new Map<K, V>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: K): V | undefined {
    const value = this.#recent.get(key)
    if (value !== undefined) return value
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: K, value: V): void {
    if (this.#recent.size >= this.#limit) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
  }
}
