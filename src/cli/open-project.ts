/** Opens a project's database for a command that shows or changes something in it. */
import { existsSync } from 'node:fs'
import type { Config, DatabaseConfig } from '../config/config.ts'
import { loadConfig } from '../config/load-config.ts'
import { StartError } from '../errors.ts'
import { openStorage, type Storage } from '../layout/open-storage.ts'
import { loadProjectSchema } from '../schema/load/load-schema.ts'
import type { Schema } from '../schema/schema.ts'
import type { Database } from '../storage/database.ts'
import type { CommandArguments, Terminal } from './command.ts'

export interface OpenProject {
  readonly database: Database
  readonly schema: Schema
}

/** Runs `work` with the project in `--folder` and closes its database afterwards. */
export async function withProject<T>(
  { flags }: CommandArguments,
  { env, note }: Terminal,
  work: (storage: Storage, config: Config) => Promise<T>,
  /** `create` creates a database that does not exist yet, without the content of the project folder. */
  { create = false }: { readonly create?: boolean } = {},
): Promise<T> {
  const config = await loadConfig({ folder: flags.folder ?? '.', flags: { database: flags.database }, env, warn: note })
  if (!create) checkExists(config.database)
  const { schema } = await loadProjectSchema(config)
  const storage = await openStorage(config, schema, { log: () => undefined, note })
  try {
    return await work(storage, config)
  } finally {
    await storage.database.close()
  }
}

/** A database created here would lack the content that `start` adds to a new one. */
function checkExists(database: DatabaseConfig): void {
  if (database.client !== 'sqlite' || existsSync(database.filename)) return
  throw new StartError(`The database ${database.filename} does not exist`, ['populus start creates it'])
}
