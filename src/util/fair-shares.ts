/** Places that several holders share. Once there are none left, whoever has most gives one to whoever has fewer. */

export class FairShares<T> {
  readonly #held = new Map<string, Set<T>>()

  add(holder: string, item: T): void {
    const held = this.#held.get(holder)
    if (held === undefined) this.#held.set(holder, new Set([item]))
    else held.add(item)
  }

  delete(holder: string, item: T): void {
    const held = this.#held.get(holder)
    held?.delete(item)
    if (held?.size === 0) this.#held.delete(holder)
  }

  /** What was added last by whoever has most; nothing if `holder` would then have as many as they. */
  excessOver(holder: string): T | undefined {
    let most: ReadonlySet<T> = new Set()
    for (const held of this.#held.values()) if (held.size > most.size) most = held
    return most.size > (this.#held.get(holder)?.size ?? 0) + 1 ? [...most].at(-1) : undefined
  }
}
