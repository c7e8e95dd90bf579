/** Creates the table of versions in a database that has none. */
import { createIfAbsent } from '../storage/create-if-absent.ts'
import type { Database } from '../storage/database.ts'
import { VersionStore } from './version-store.ts'

/** `place`: the schema of the content. `undefined` if there is no table, and none can or may be added. */
export async function openHistory(
  database: Database,
  place: string,
  mayCreate: boolean,
): Promise<VersionStore | undefined> {
  const store = new VersionStore(database.dialect, place)
  const { exists } = store
  return (await createIfAbsent(database, { exists, create: () => store.create }, mayCreate)) ? store : undefined
}
