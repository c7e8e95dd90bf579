/** Fills an empty database with the content that a project brings along in its folder `content/`. */
import { takeMigrationLock } from '../../layout/migrate/migrate-tables.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { findExistingRows } from './existing-rows.ts'
import { insertEntries } from './insert-entries.ts'
import { insertLinks } from './insert-links.ts'
import type { Inserter } from './insert-rows.ts'
import { markAsSeeded, needsContent } from './needs-content.ts'
import { planContent } from './plan-content.ts'
import { type ProjectContent, readContent } from './read-content.ts'

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
  return database.write(transaction => insertContent({ transaction, dialect: database.dialect }, schema, content))
}

/**
 * The same for a database that never had content; `undefined` for any other. That it was filled is written down in the
 * same transaction, so that it is filled once, or not at all, whichever process ends at whichever moment.
 */
export async function seedOnce({
  database,
  schema,
  folder,
}: SeedOptions): Promise<{ readonly entries: number } | undefined> {
  const { dialect } = database
  if (!(await needsContent(readingFrom(database), dialect, schema))) return undefined
  const content = await readContent(folder, schema)
  return database.write(async transaction => {
    const run = runningIn(transaction, database)
    await takeMigrationLock(run, dialect)
    if (!(await needsContent(run, dialect, schema))) return undefined
    const seeded = await insertContent({ transaction, dialect }, schema, content)
    await markAsSeeded(run)
    return seeded
  })
}

async function insertContent(
  inserter: Inserter,
  schema: Schema,
  content: ProjectContent,
): Promise<{ readonly entries: number }> {
  const existing = await findExistingRows(inserter, schema)
  const plan = planContent(schema, content, existing)
  const inserted = await insertEntries(inserter, plan.rows)
  await insertLinks({ inserter, schema, ids: new Map([...existing.ids, ...inserted]) }, plan.links)
  return { entries: content.entries.length }
}
