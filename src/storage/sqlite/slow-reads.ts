/** Reads that took long although nobody expected it, by the text of their first statement. */
import { RecentMap } from '../recent-map.ts'

/** Longer than this no read may keep the others waiting, in milliseconds. */
const SLOW_MILLISECONDS = 50
const REMEMBERED = 1000

export class SlowReads {
  /** How many quick runs it takes until a read counts as quick again: one for each millisecond that it once took. */
  readonly #debts = new RecentMap<string, { left: number }>(REMEMBERED)
  #any = false

  has(text: string): boolean {
    return this.#any && (this.#debts.get(text)?.left ?? 0) > 0
  }

  /** Told of every run. The same text may be quick with one value and slow with another. */
  ran(text: string, milliseconds: number): void {
    if (milliseconds >= SLOW_MILLISECONDS) {
      this.#any = true
      const left = Math.max(milliseconds, this.#debts.get(text)?.left ?? 0)
      this.#debts.set(text, { left })
    } else if (this.#any) {
      const debt = this.#debts.get(text)
      if (debt !== undefined) debt.left -= 1
    }
  }
}
