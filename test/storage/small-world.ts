/** A schema of a few types, built in memory, for tests of the storage. */

import type { DatabaseConfig } from '../../src/config/config.ts'
import { DEFAULT_LIMITS } from '../../src/config/config.ts'
import { buildSchema } from '../../src/schema/load/build-schema.ts'
import type { Schema } from '../../src/schema/schema.ts'
import type { Row } from '../../src/sql/statement.ts'
import type { Database } from '../../src/storage/database.ts'
import { steps } from '../../src/storage/database.ts'
import { openStorage, type Storage } from '../../src/tables/open-storage.ts'

type Attributes = Record<string, Record<string, unknown>>

/** Content types by singular name; the plural is that with an `s`. */
export function world(types: Record<string, Attributes>): Schema {
  const files = Object.entries(types).map(([name, attributes]) => [
    `src/api/${name}/content-types/${name}/schema.json`,
    { collectionName: `${name}s`, info: { singularName: name, pluralName: `${name}s`, displayName: name }, attributes },
  ])
  return buildSchema(Object.fromEntries(files)).schema
}

export async function open(
  database: DatabaseConfig,
  schema: Schema,
  log: (line: string) => void = () => {},
): Promise<Storage> {
  return openStorage({ database, limits: DEFAULT_LIMITS }, schema, { log })
}

/** Opens, looks, closes. */
export async function opened<T>(
  config: DatabaseConfig,
  schema: Schema,
  look: (storage: Storage) => T | Promise<T>,
): Promise<T> {
  const storage = await open(config, schema)
  try {
    return await look(storage)
  } finally {
    await storage.database.close()
  }
}

export async function query(database: Database, text: string): Promise<readonly Row[]> {
  const [rows] = await database.read(steps({ text, values: [] }))
  return rows ?? []
}

/** Runs commands one after the other in one transaction. */
export async function execute(database: Database, ...commands: string[]): Promise<void> {
  await database.write(async transaction => {
    for (const text of commands) await transaction.run({ text, values: [] })
  })
}
