/** The questions that the primary process and its workers ask each other. */

import type { FiguresKind } from '../app.ts'
import type { Config } from '../config/config.ts'
import type { Attempt, RateLimit, Verdict } from '../identity/sign-in/rate-limiter.ts'

/** Questions to the primary. A worker starts with the first three, in this order. */
export type PrimaryAnswers = {
  readonly config: () => Config
  /** Whether this worker runs the tasks at fixed times: one of them does. */
  readonly runsTasks: () => boolean
  /** The worker now answers the connections that it is handed. */
  readonly serving: () => void
  /** Sent instead if it cannot; `words` is the reason. */
  readonly failed: (words: string) => void
  /** What every worker reports, for `/metrics` or the panel. */
  readonly figures: (kind: FiguresKind) => Promise<readonly object[]>
  /** Counts sign-in attempts in one place, whichever worker receives them. */
  readonly attempt: (input: CountedAttempt) => Promise<Verdict>
}

export interface CountedAttempt {
  readonly kind: string
  readonly limit: RateLimit
  readonly attempt: Attempt
}

/** Questions to a worker. */
export type WorkerAnswers = {
  /** What it reports, for `/metrics` or the panel. */
  readonly figures: (kind: FiguresKind) => Promise<object | undefined>
  /** Finishes running requests and exits. */
  readonly stop: () => void
}
