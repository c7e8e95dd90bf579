/**
 * Notices that the clock of the system was set, or that the machine was suspended: the clock and the time that this process
 * has measured no longer agree. Until other processes have written their moments anew, those are not worth much.
 */

/** How far apart two looks at the clocks may be taken for the same, in milliseconds. */
const TOLERANCE = 2000

export class ClockJumps {
  readonly #clock: () => number
  readonly #steady: () => number
  #offset: number
  #noticedAt = Number.NEGATIVE_INFINITY

  constructor(clock: () => number = Date.now, steady: () => number = () => performance.now()) {
    this.#clock = clock
    this.#steady = steady
    this.#offset = clock() - steady()
  }

  /** Whether a jump was noticed by this call, or by one in the last `period` milliseconds. */
  within(period: number): boolean {
    const now = this.#steady()
    const offset = this.#clock() - now
    if (Math.abs(offset - this.#offset) > TOLERANCE) this.#noticedAt = now
    this.#offset = offset
    return now - this.#noticedAt < period
  }
}
