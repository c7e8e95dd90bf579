/** Waiting for a lock that another process holds on a SQLite file, without blocking this one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy, translateError } from '../translate-error.ts'

export const BUSY_PATIENCE_MILLISECONDS = 5_000

/** Most locks are gone after a moment; a long one is not worth looking at every millisecond. */
const PAUSES = [1, 2, 5]
const LONGEST_PAUSE = 10

export interface BusyOptions {
  /** When to give up, told the time at which the lock was first met. */
  readonly giveUpAt?: (metAt: number) => number
  /** Called before every further attempt with the milliseconds that were waited so far. */
  readonly waited?: (milliseconds: number) => void
}

/**
 * Repeats `attempt`, which must leave nothing behind when it throws, until it is not refused as busy any more. Throws
 * entries of the error table only.
 */
export async function retryWhileBusy<T>(attempt: () => T, options?: BusyOptions): Promise<T> {
  try {
    return attempt()
  } catch (error) {
    return retry(attempt, error, options ?? {})
  }
}

async function retry<T>(attempt: () => T, met: unknown, { giveUpAt = usualEnd, waited }: BusyOptions): Promise<T> {
  const metAt = Date.now()
  let refusal = met
  for (let attempts = 0; ; attempts += 1) {
    if (!isBusy(refusal) || Date.now() >= giveUpAt(metAt)) throw translateError(refusal, 0)
    await sleep(PAUSES[attempts] ?? LONGEST_PAUSE)
    waited?.(Date.now() - metAt)
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
