/** Fills an empty database with the content that a project brings along in its folder `content/`. */
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { findExistingRows } from './existing-rows.ts'
import { insertEntries } from './insert-entries.ts'
import { insertLinks } from './insert-links.ts'
import type { Inserter } from './insert-rows.ts'
import { planContent } from './plan-content.ts'
import { readContent } from './read-content.ts'

export interface SeedOptions {
  readonly database: Database
  readonly schema: Schema
  /** The project's folder, the one above `content/`. */
  readonly folder: string
}

/**
 * Inserts everything in one transaction; ids come out as 1, 2, 3, ... in the order of each file. `entries` counts the
 * entries of content types and files; a project without that folder has none. Throws StartError for a mistake in a content file, with nothing inserted.
 */
export async function seedProject({ database, schema, folder }: SeedOptions): Promise<{ readonly entries: number }> {
  const content = await readContent(folder, schema)
  return database.write(async transaction => {
    const inserter: Inserter = { transaction, dialect: database.dialect }
    const existing = await findExistingRows(inserter, schema)
    const plan = planContent(schema, content, existing)
    const inserted = await insertEntries(inserter, plan.rows)
    await insertLinks({ inserter, schema, ids: new Map([...existing.ids, ...inserted]) }, plan.links)
    return { entries: content.entries.length }
  })
}
