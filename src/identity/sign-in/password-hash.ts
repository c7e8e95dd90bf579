/**
 * Passwords as Strapi v4 stores them: bcrypt, cost 10. The hashing threads also read files, so only some of them may be
 * busy with hashing. The rest waits in a queue of limited length.
 */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/bcrypt'
import { PopulusError } from '../../errors.ts'
import { BoundedQueue, QueueFull } from '../../util/process/bounded-queue.ts'

/** The cost that Strapi v4 uses. One more doubles the time. */
export const PASSWORD_COST = 10

/** The hash of a password that nobody has. Comparing with it takes as long as comparing with a real one. */
const NOBODY = '$2b$10$iTsTQdmyi3iIypw98njAletSchsawm5tv8vhsv0rIRW4sdPah1KjK'

/** Both methods reject with `passwordsBusy` when too many others wait. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Returns false, after the same time, if there is no stored hash. */
  verify(password: string, stored: string | null): Promise<boolean>
}

export interface PasswordQueueLimits {
  /** Maximum number of waiting passwords. */
  readonly passwordQueue: number
  /** Longest wait, in milliseconds. */
  readonly passwordWait: number
}

/** Create one per process. */
export function createPasswords(
  { passwordQueue, passwordWait }: PasswordQueueLimits,
  cost: number = PASSWORD_COST,
): Passwords {
  const nobody = NOBODY.replace('$10$', () => `$${String(cost).padStart(2, '0')}$`)
  const queue = new BoundedQueue({ atOnce: threadsToUse(), length: passwordQueue, patience: passwordWait })
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await queue.run(work)
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      throw new PopulusError('passwordsBusy', {}, { retryAfter: Math.max(1, Math.ceil(error.expected / 1000)) })
    }
  }
  return Object.freeze({
    hash: (password: string) => inTurn(() => hash(password, cost)),
    verify: async (password: string, stored: string | null) => {
      const equal = await inTurn(() => verify(password, stored ?? nobody))
      return equal && stored !== null
    },
  })
}

/** At most half of libuv's threads, and never the last processor. */
function threadsToUse(): number {
  const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4
  return Math.max(1, Math.min(Math.floor(threads / 2), availableParallelism() - 1))
}
