/** Opens one moment of a project's database, for a backup. */
import { existsSync } from 'node:fs'
import type { DatabaseConfig } from '../config/config.ts'
import { StartError } from '../errors.ts'
import { openPostgresSnapshot } from '../storage/postgres/read-snapshot.ts'
import type { Snapshot } from '../storage/snapshot.ts'
import { openSqliteSnapshot } from '../storage/sqlite/sqlite-snapshot.ts'
import { cannotOpen } from './open-database.ts'

export async function openSnapshot(database: DatabaseConfig): Promise<Snapshot> {
  if (database.client === 'sqlite' && !existsSync(database.filename))
    throw new StartError(`The database ${database.filename} does not exist`, ['populus start creates it'])
  try {
    if (database.client === 'sqlite') return openSqliteSnapshot(database.filename)
    return await openPostgresSnapshot({ ...database, url: database.listenUrl ?? database.url })
  } catch (error) {
    throw cannotOpen(database, error)
  }
}
