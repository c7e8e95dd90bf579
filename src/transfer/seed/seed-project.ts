/** Fills an empty database with the content in the project's `content/` folder. */

import { DEFAULT_LOCALE_KEY } from '../../content/default-locale.ts'
import { isScalar, type Model, type ScalarAttribute, type Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { setCoreStore } from '../../tables/core-store.ts'
import { takeMigrationLock } from '../../tables/migrate/migrate-tables.ts'
import { findExistingRows } from './existing-rows.ts'
import { groupBy } from './group-by.ts'
import { insertLinks } from './insert-links.ts'
import { type Inserter, insertRows, run } from './insert-rows.ts'
import { markAsSeeded, needsContent } from './needs-content.ts'
import { defaultLocaleOf, planContent } from './plan-content.ts'
import { type ProjectContent, readContent } from './read-content.ts'
import type { RowIds, SeedRow } from './seed-plan.ts'

export interface SeedOptions {
  readonly database: Database
  readonly schema: Schema
  /** The project folder, which contains `content/`. */
  readonly folder: string
}

/**
 * Inserts everything in one transaction. Ids are 1, 2, 3, ... in the order of each file. `entries` counts the entries of
 * content types and files; it is 0 for a project without that folder. Throws StartError for a mistake in a content file,
 * before anything is inserted.
 */
export async function seedProject({ database, schema, folder }: SeedOptions): Promise<{ readonly entries: number }> {
  const content = await readContent(folder, schema)
  return database.write(transaction => insertContent({ transaction, dialect: database.dialect }, schema, content))
}

/**
 * The same for a database that never had content; `undefined` for any other. The same transaction records that it was
 * filled, so it is filled once or not at all, whichever process ends at whatever moment.
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
    const runIn = runningIn(transaction, database)
    await takeMigrationLock(runIn, dialect)
    if (!(await needsContent(runIn, dialect, schema))) return undefined
    const seeded = await insertContent({ transaction, dialect }, schema, content)
    await markAsSeeded(runIn)
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
  const locale = defaultLocaleOf(content)
  if (locale !== undefined) await setCoreStore(fragment => run(inserter, fragment), DEFAULT_LOCALE_KEY, locale)
  return { entries: content.entries.length }
}

/** Model by model, so that each row gets its id. */
async function insertEntries(inserter: Inserter, rows: readonly SeedRow[]): Promise<RowIds> {
  const ids = new Map<SeedRow, number>()
  for (const [model, members] of groupBy(rows, row => row.model)) {
    const inserted = await insertRows(inserter, {
      table: model.tableName,
      columns: storedScalars(model).map(attribute => attribute.column!),
      rows: members.map(row =>
        storedScalars(model).map(({ name, type }) => inserter.dialect.encode(type, row.values.get(name) ?? null)),
      ),
    })
    members.forEach((row, index) => {
      ids.set(row, inserted[index]!)
    })
  }
  return ids
}

function storedScalars(model: Model): readonly ScalarAttribute[] {
  return [...model.attributes.values()].filter(isScalar).filter(attribute => attribute.column !== null)
}
