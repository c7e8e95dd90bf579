/** How many answers there were in each of the last sixty minutes, and how many of them were kept ones. */
import type { CountedAnswer } from './query-use.ts'

const MINUTE = 60_000
const MINUTES = 60

export interface MinuteFigures {
  /** Its start, in milliseconds since 1970. */
  readonly at: number
  readonly answers: number
  readonly kept: number
  /** Of all answers together. */
  readonly milliseconds: number
}

export class MinuteCounts {
  /** Which minute a place is about. */
  readonly #minute = new Float64Array(MINUTES)
  readonly #answers = new Uint32Array(MINUTES)
  readonly #kept = new Uint32Array(MINUTES)
  readonly #milliseconds = new Float64Array(MINUTES)

  count({ kept, milliseconds }: Pick<CountedAnswer, 'kept' | 'milliseconds'>, now: number): void {
    const minute = Math.floor(now / MINUTE)
    const place = minute % MINUTES
    if (this.#minute[place] !== minute) {
      this.#minute[place] = minute
      this.#answers[place] = 0
      this.#kept[place] = 0
      this.#milliseconds[place] = 0
    }
    this.#answers[place]! += 1
    if (kept) this.#kept[place]! += 1
    this.#milliseconds[place]! += milliseconds
  }

  /** All of them, the oldest first. */
  figures(now: number): readonly MinuteFigures[] {
    const last = Math.floor(now / MINUTE)
    return Array.from({ length: MINUTES }, (_, index) => {
      const minute = last - MINUTES + 1 + index
      const place = minute % MINUTES
      const isKnown = this.#minute[place] === minute
      return {
        at: minute * MINUTE,
        answers: isKnown ? this.#answers[place]! : 0,
        kept: isKnown ? this.#kept[place]! : 0,
        milliseconds: isKnown ? this.#milliseconds[place]! : 0,
      }
    })
  }
}
