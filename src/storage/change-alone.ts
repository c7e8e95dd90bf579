/**
 * A transaction that looks before it writes: it counts rows under a limit, looks for a name that is taken, or replaces what it has read.
 * On PostgreSQL two of them may run at once, and neither sees what the other one writes.
 */
import type { Database, Transaction, WriteOptions } from './database.ts'
import { type RunFragment, runningIn } from './run-fragment.ts'

/**
 * Of those with the same `what`, one at a time runs, in any process. `what` names what must not change between the look and the
 * commit, such as `saved views of 7`. `work` may read only inside the transaction: earlier reads do not count.
 */
export function changeAlone<T>(
  database: Database,
  what: string,
  work: (run: RunFragment, transaction: Transaction) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  return database.write(async transaction => {
    const run = runningIn(transaction, database)
    await holdAlone(database, run, what)
    return work(run, transaction)
  }, options)
}

/** The same from here to the end of a transaction that has begun. */
export async function holdAlone({ dialect }: Pick<Database, 'dialect'>, run: RunFragment, what: string): Promise<void> {
  const lock = dialect.lock([what], 'alone')
  if (lock !== null) await run(lock)
}
