/** Creates tables of ours in a database that has none. */
import type { Fragment } from '../sql/fragment.ts'
import type { Database } from './database.ts'
import { readingFrom, runningIn } from './run-fragment.ts'
import { isUnwritable } from './write-refusal.ts'

export interface WantedTables {
  /** A row if the tables are there. */
  readonly exists: Fragment
  readonly create: () => readonly Fragment[]
}

/** Whether the tables are there now. They are not if none can or may be added. */
export async function createIfAbsent(
  database: Database,
  { exists, create }: WantedTables,
  mayCreate: boolean,
): Promise<boolean> {
  if ((await readingFrom(database)(exists)).length > 0) return true
  if (!mayCreate) return false
  try {
    await database.write(async transaction => {
      for (const statement of create()) await runningIn(transaction, database)(statement)
    })
    return true
  } catch (error) {
    if (isUnwritable(error)) return false
    throw error
  }
}
