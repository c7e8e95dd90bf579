/** Makes and extends the tables, all in one transaction that keeps other processes from doing the same. */
import { literal, sql } from '../../sql/fragment.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { inspectTables } from '../adopt/inspect-tables.ts'
import { markAsOurs, recogniseDatabase } from '../adopt/recognise-database.ts'
import { insertInitialRows } from '../tables/initial-rows.ts'
import { createOwnTables, createSchema, hasOwnTables } from '../tables/own-tables.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { applyChanges } from './apply-changes.ts'
import { diffTables } from './diff-tables.ts'

export interface Migration {
  /** The schema that holds the content's tables. */
  readonly schema: string
  readonly desired: readonly TableDefinition[]
  /** The content's tables are Strapi's: only our own are made. */
  readonly adopted: boolean
}

/** Any number will do, as long as all Populus processes use the same. */
const LOCK = 7_678_585

/** What was done, one line each. */
export async function migrateTables(database: Database, migration: Migration): Promise<readonly string[]> {
  if (migration.adopted && (await hasOwnTables(readingFrom(database), database.dialect))) return []
  return database.write(async transaction => {
    const run = runningIn(transaction, database)
    if (database.dialect.name === 'postgres') await takeMigrationLock(run)
    await createOwnTables(run, database.dialect)
    return migration.adopted ? [] : migrateContent(run, database, migration)
  })
}

/** For PostgreSQL. An index over a large table takes longer than any request may. */
export async function takeMigrationLock(run: RunFragment): Promise<void> {
  await run(sql`set local statement_timeout = 0`)
  await run(sql`select pg_advisory_xact_lock(${literal(LOCK)})`)
}

/** Looks again inside the transaction: another process may have been faster. */
async function migrateContent(
  run: RunFragment,
  { dialect }: Database,
  migration: Migration,
): Promise<readonly string[]> {
  const { schema, desired } = migration
  const found = await inspectTables(run, dialect, schema)
  const origin = await recogniseDatabase(run, { dialect, schema, found })
  if (origin === 'empty') await createSchema(run, dialect, schema)
  const lines = await applyChanges(run, diffTables(desired, found, dialect), { found, dialect })
  if (origin === 'empty') {
    await insertInitialRows(run, dialect, new Date())
    await markAsOurs(run, { dialect, schema, found })
  }
  return lines
}
