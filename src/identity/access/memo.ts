/** Loads each key once. */

/** Keeps the last `limit` keys. A failed load is forgotten, and several requests for one key share one load. */
export class Memo<K, V> {
  readonly #entries = new Map<K, Promise<V>>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: K, load: () => Promise<V>): Promise<V> {
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const loading = load()
    this.#entries.set(key, loading)
    loading.catch(() => this.#entries.delete(key))
    if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value as K)
    return loading
  }
}
