/** Tells whether a project brings content along, and whether its database still waits for it. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_UID, type Schema } from '../schema/schema.ts'
import { literal, sql, table } from '../sql/fragment.ts'
import { type Database, steps } from '../storage/database.ts'

/** True where the project has a folder `content/`. */
export async function bringsContent(folder: string): Promise<boolean> {
  const found = await stat(join(folder, 'content')).catch(() => null)
  return found?.isDirectory() ?? false
}

/** True when no content type of the project and no file has an entry. */
export async function isDatabaseEmpty(database: Database, schema: Schema): Promise<boolean> {
  const { dialect } = database
  const types = [...schema.types.values()].filter(type => type.userDefined || type.uid === FILE_UID)
  const statements = types
    .filter(type => type.table !== null)
    .map(type =>
      dialect.bind(dialect.compile(sql`select ${literal(1)} from ${table(type.tableName)} limit ${literal(1)}`)),
    )
  const found = await database.read(steps(...statements))
  return found.every(rows => rows.length === 0)
}
