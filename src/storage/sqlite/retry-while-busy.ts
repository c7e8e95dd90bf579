/** Waits for a lock that another process holds on a SQLite file, without blocking this process. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy, translateError } from '../translate-error.ts'

export const BUSY_PATIENCE_MILLISECONDS = 5_000

/** Most locks are gone after a moment. A long one is not worth checking every millisecond. */
const PAUSES = [1, 2, 5]
const LONGEST_PAUSE = 10

export interface BusyOptions {
  /** When to give up, given the time at which the lock was first met. */
  readonly giveUpAt?: (metAt: number) => number
  /** Called before every further attempt with the milliseconds waited so far. */
  readonly waited?: (milliseconds: number) => void
}

/**
 * Repeats `attempt` until it is no longer refused as busy. `attempt` must leave nothing behind when it throws. Throws
 * only entries of the error table.
 */
export async function retryWhileBusy<T>(attempt: () => T, options?: BusyOptions): Promise<T> {
  try {
    return attempt()
  } catch (error) {
    return retry(attempt, error, options ?? {})
  }
}

async function retry<T>(attempt: () => T, met: unknown, { giveUpAt = usualEnd, waited }: BusyOptions): Promise<T> {
  const metAt = performance.now()
  let refusal = met
  for (let attempts = 0; ; attempts += 1) {
    if (!isBusy(refusal) || performance.now() >= giveUpAt(metAt)) throw translateError(refusal, 0)
    await sleep(PAUSES[attempts] ?? LONGEST_PAUSE)
    waited?.(performance.now() - metAt)
    try {
      return attempt()
    } catch (error) {
      refusal = error
    }
  }
}

function usualEnd(metAt: number): number {
  return metAt + BUSY_PATIENCE_MILLISECONDS
}
