/** Choices that are the same for a seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  chance(part: number): boolean {
    return this.next() < part
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!
  }

  /** So many different ones, if there are so many. */
  picks<T>(items: readonly T[], count: number): readonly T[] {
    const left = [...new Set(items)]
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.below(left.length), 1)[0]!)
  }

  some<T>(items: readonly T[], most: number): readonly T[] {
    const length = items.length === 0 ? 0 : this.below(most + 1)
    return [...new Set(Array.from({ length }, () => this.pick(items)))]
  }
}
