/** Opens a project's database for a command that changes or shows something in it. */
import { loadConfig } from '../config/load-config.ts'
import { loadSchema } from '../schema/load-schema.ts'
import type { Schema } from '../schema/schema.ts'
import type { Database } from '../storage/database.ts'
import { openStorage } from '../storage/migrate/open-storage.ts'
import type { CommandArguments, Terminal } from './command.ts'

export interface OpenProject {
  readonly database: Database
  readonly schema: Schema
}

/** Runs the work with the project of `--folder` and closes its database afterwards. */
export async function withProject<T>(
  { flags }: CommandArguments,
  { env, note }: Terminal,
  work: (project: OpenProject) => Promise<T>,
): Promise<T> {
  const config = await loadConfig({ folder: flags.folder ?? '.', flags: { database: flags.database }, env, warn: note })
  const { schema } = await loadSchema(config.folder, { privateAttributes: config.api.privateAttributes })
  const storage = await openStorage(config, schema, { log: () => undefined })
  try {
    return await work(storage)
  } finally {
    await storage.database.close()
  }
}
