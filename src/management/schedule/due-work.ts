/** Kinds of work that have times: what the scheduler does when they have come. */
import type { PopulusError } from '../../errors.ts'
import type { Fragment } from '../../sql/fragment.ts'

export interface TimedWork {
  /** Where it is kept, as the log of changed tables names it. */
  readonly table: string
  /** Of one row: when the next of it is due; null if nothing waits. */
  readonly next: Fragment
  /** In the order of their times, so that what was missed is made up for in that order. */
  due(now: number, most: number): Promise<readonly DueAct[]>
}

export interface DueAct {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Does it, and removes or marks the row in the same transaction. */
  act(): Promise<void>
  /** Does not try again, and says why. */
  fail(reason: PopulusError | string): Fragment
  postpone(until: number): Fragment
}
