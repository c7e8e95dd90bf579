/** Creates the tables of the feed in a database that has none. */
import { randomBytes } from 'node:crypto'
import type { Database } from '../storage/database.ts'
import { readingFrom, runningIn } from '../storage/run-fragment.ts'
import { isUnwritable } from '../storage/write-refusal.ts'
import type { ChangeStore } from './change-store.ts'
import { postgresChanges } from './postgres-changes.ts'
import { sqliteChanges } from './sqlite-changes.ts'

/** `place`: the schema of the content. `undefined` if there are no tables, and none can or may be added. */
export async function openChanges(
  database: Database,
  place: string,
  mayCreate: boolean,
): Promise<ChangeStore | undefined> {
  const store = database.dialect.name === 'sqlite' ? sqliteChanges : postgresChanges(place)
  if ((await readingFrom(database)(store.exists)).length > 0) return store
  if (!mayCreate) return undefined
  try {
    await database.write(async transaction => {
      const run = runningIn(transaction, database)
      // Cursors carry this name, so that one of another database is recognized.
      for (const statement of store.create(randomBytes(6).toString('hex'))) await run(statement)
    })
    return store
  } catch (error) {
    if (isUnwritable(error)) return undefined
    throw error
  }
}
