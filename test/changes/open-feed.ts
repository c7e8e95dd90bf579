/** The feed of a database, past the server. */
import { openChanges } from '../../src/changes/open-changes.ts'
import type { Feed } from '../../src/changes/read-changes.ts'
import { type DatabaseConfig, DEFAULT_LIMITS } from '../../src/config/config.ts'
import { openDatabase } from '../../src/tables/open-database.ts'
import { cleanUp } from '../support/clean-up.ts'

export async function openFeed(config: DatabaseConfig): Promise<Feed> {
  const database = await openDatabase({ database: config, limits: DEFAULT_LIMITS, cache: { announcedOnly: true } }, {})
  cleanUp(() => database.close())
  const store = await openChanges(database, 'public', true)
  if (store === undefined) throw new Error('there is no feed')
  return { database, store }
}
