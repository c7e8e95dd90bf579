/** Creates the tables of the feed in a database that has none. */
import { randomBytes } from 'node:crypto'
import { createIfAbsent } from '../storage/create-if-absent.ts'
import type { Database } from '../storage/database.ts'
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
  // Cursors carry this name, so that one of another database is recognized.
  const create = () => store.create(randomBytes(6).toString('hex'))
  return (await createIfAbsent(database, { exists: store.exists, create }, mayCreate)) ? store : undefined
}
