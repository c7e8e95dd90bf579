/** What the primary process and its workers ask each other. */

import type { Config } from '../config/config.ts'
import type { Attempt, RateLimit, Verdict } from '../identity/sign-in/rate-limiter.ts'

/** Asked of the primary. A worker begins with the first three, in this order. */
export type PrimaryAnswers = {
  readonly config: () => Config
  /** The port that all workers listen on. */
  readonly port: () => Promise<number>
  /** The worker answers requests at this address from now on. */
  readonly serving: (address: string) => void
  /** Instead: it cannot, in words. */
  readonly failed: (words: string) => void
  /** What `/metrics` tells of every worker. */
  readonly figures: () => Promise<readonly object[]>
  /** The worker serves no more. */
  readonly closed: () => void
  /** Attempts to sign in are counted in one place, whichever worker gets them. */
  readonly attempt: (input: CountedAttempt) => Promise<Verdict>
}

export interface CountedAttempt {
  readonly kind: string
  readonly limit: RateLimit
  readonly attempt: Attempt
}

/** Asked of a worker. */
export type WorkerAnswers = {
  /** What `/metrics` tells of it. */
  readonly figures: () => Promise<object | undefined>
  /** Finishes the running requests and ends. */
  readonly stop: () => void
}
