/** Reads that were unexpectedly slow, by the text of their first statement. */
import { BoundedCache } from '../../kept/bounded-cache.ts'

/** No read may keep the others waiting longer than this, in milliseconds. */
const SLOW_MILLISECONDS = 50
/** Room for their texts, in bytes, and what an entry takes besides its text. */
const ROOM = 1024 * 1024
const DEBT = 32

export class SlowReads {
  /** How many quick runs it takes until a read counts as quick again: one for each millisecond that it once took. */
  readonly #debts = new BoundedCache<{ left: number }>(ROOM)
  #any = false

  has(text: string): boolean {
    return this.#any && (this.#debts.get(text)?.left ?? 0) > 0
  }

  /** To be called for every run. The same text may be quick with one value and slow with another. */
  ran(text: string, milliseconds: number): void {
    if (milliseconds >= SLOW_MILLISECONDS) {
      this.#any = true
      const left = Math.max(milliseconds, this.#debts.get(text)?.left ?? 0)
      this.#debts.set(text, { left }, DEBT)
    } else if (this.#any) {
      const debt = this.#debts.get(text)
      if (debt !== undefined) debt.left -= 1
    }
  }
}

/**
 * Starts to measure; the result says how many milliseconds this process was at work, or waited for its disk. Where others have
 * the processor meanwhile, a read is not slow: in another process it would only take more.
 */
export function measure(): () => number {
  const begun = performance.now()
  const before = recentUsage(begun)
  return () => {
    const passed = performance.now() - begun
    if (passed < SLOW_MILLISECONDS) return passed
    const after = process.resourceUsage()
    const worked = after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime
    return after.fsRead === before.fsRead ? Math.min(passed, worked / 1000) : passed
  }
}

/** To ask the system takes longer than many a read. What a part of that time had been used for before is told as part of a slow one. */
const RECENT_MILLISECONDS = 20
let latest = { at: Number.NEGATIVE_INFINITY, usage: process.resourceUsage() }

function recentUsage(now: number): NodeJS.ResourceUsage {
  if (now - latest.at > RECENT_MILLISECONDS) latest = { at: now, usage: process.resourceUsage() }
  return latest.usage
}
