/** Functions that are called one after the other, in the order in which they were added. */

export type Call = (...values: unknown[]) => unknown

interface Added {
  readonly call: Call
  readonly once: boolean
}

/** One that was added twice is called twice. */
export class CallList {
  #added: readonly Added[] = []

  get size(): number {
    return this.#added.length
  }

  /** Returns what removes it again. */
  add(call: Call, { once = false } = {}): () => void {
    const added = { call, once }
    this.#added = [...this.#added, added]
    return () => this.#remove(added)
  }

  remove(call: Call): void {
    this.#remove(this.#added.find(added => added.call === call))
  }

  clear(): void {
    this.#added = []
  }

  /** Those that are added meanwhile are not called, nor those that are removed. */
  async callAll(...values: unknown[]): Promise<void> {
    for (const added of this.#added) {
      if (!this.#added.includes(added)) continue
      if (added.once) this.#remove(added)
      await added.call(...values)
    }
  }

  #remove(added: Added | undefined): void {
    this.#added = this.#added.filter(other => other !== added)
  }
}
