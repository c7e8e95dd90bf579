/** Opens a project's database for a command that shows or changes something in it. */
import { existsSync } from 'node:fs'
import type { Config, DatabaseConfig } from '../config/config.ts'
import { StartError } from '../errors.ts'
import { loadProjectSchema } from '../schema/load/load-schema.ts'
import type { Schema } from '../schema/schema.ts'
import type { Database } from '../storage/database.ts'
import { databaseText } from '../tables/open-database.ts'
import { openStorage, type Storage } from '../tables/open-storage.ts'
import type { CommandArguments, Terminal } from './command.ts'
import { commandConfig, explainServer } from './command-config.ts'

export interface OpenProject {
  readonly database: Database
  readonly schema: Schema
}

/**
 * Runs `work` with the project in `--folder` and closes its database afterwards. Says which database it was if something was
 * changed.
 */
export async function withProject<T>(
  given: CommandArguments,
  terminal: Terminal,
  work: (storage: Storage, config: Config) => Promise<T>,
  /** `create` creates a database that does not exist yet, without the content of the project folder. */
  { create = false }: { readonly create?: boolean } = {},
): Promise<T> {
  const { note } = terminal
  const { config, server } = await commandConfig(given, terminal)
  if (!create) checkExists(config.database)
  const { schema } = await loadProjectSchema(config)
  let changed = false
  const onStatement = ({ text }: { readonly text: string }) => {
    changed ||= CHANGES.test(text)
  }
  const storage = await openStorage(config, schema, { log: () => undefined, note, onStatement }).catch(error => {
    throw explainServer(error, server)
  })
  try {
    const result = await work(storage, config)
    if (changed) note(`Changed the database ${databaseText(config.database)}`)
    return result
  } finally {
    await storage.database.close()
  }
}

const CHANGES = /^\s*(insert|update|delete)\b/i

/** A database created here would lack the content that `start` adds to a new one. */
function checkExists(database: DatabaseConfig): void {
  if (database.client !== 'sqlite' || existsSync(database.filename)) return
  throw new StartError(`The database ${database.filename} does not exist`, ['populus start creates it'])
}
