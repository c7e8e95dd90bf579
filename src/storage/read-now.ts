/** Reads one moment, as it is now: on a replica that is far enough, otherwise on the primary. `steps` begins the read anew. */
import type { Database, ReadOptions, ReadSteps } from './database.ts'

export async function readNow<T, R>(
  database: Database,
  tables: readonly string[],
  steps: () => ReadSteps<T, R>,
  options: ReadOptions,
): Promise<T> {
  const found = await database.readOnReplica?.(tables, steps(), options)
  return found ?? database.read(steps(), options)
}
