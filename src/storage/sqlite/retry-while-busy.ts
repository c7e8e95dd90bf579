/** Waiting for a lock that another process holds on a SQLite file, without blocking this one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy, translateError } from '../translate-error.ts'

const RETRY_FOR_MILLISECONDS = 5_000
const RETRY_EVERY_MILLISECONDS = 10

/** Repeats `attempt`, which must leave nothing behind when it throws, until it is not refused as busy any more. */
export async function retryWhileBusy<T>(attempt: () => T): Promise<T> {
  const giveUpAt = Date.now() + RETRY_FOR_MILLISECONDS
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (Date.now() > giveUpAt) throw translateError(error, 0)
      await sleep(RETRY_EVERY_MILLISECONDS)
    }
  }
}
