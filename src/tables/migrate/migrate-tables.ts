/** Creates and extends the tables: first our own, then all of the content's tables or none. */
import type { Schema } from '../../schema/schema.ts'
import { literal, sql } from '../../sql/fragment.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { Database, WriteOptions } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { insertInitialRows } from '../desired/initial-rows.ts'
import { createOwnTables, createSchema, hasOwnTables } from '../desired/own-tables.ts'
import { hasTable } from '../existing/inspect-tables.ts'
import { announceAsOurs, markAsOurs } from '../existing/recognise-database.ts'
import { columnRenames, fieldRenames, renameText, tableRenames } from '../renames/probable-renames.ts'
import { applySteps } from './apply-steps.ts'
import { checkLeftDrafts, settleWithoutDrafts } from './draft-publish.ts'
import { worthwhile } from './empty-columns.ts'
import { inspectMigration, type PlanInput } from './inspect-migration.ts'
import { planStart, skippedIndexes } from './plan-migration.ts'
import { checkTypes } from './type-changes.ts'

export interface Migration {
  /** The schema that holds the content's tables. */
  readonly schema: string
  /** The schema that the tables belong to. */
  readonly types: Schema
  /** The content's tables are Strapi's: only our own tables are created. */
  readonly adopted: boolean
}

/** Any number works, as long as all Populus processes use the same one. */
const LOCK = 7_678_585

export interface Migrated {
  /** What was done, one line each. */
  readonly lines: readonly string[]
  /** What the content's tables are, if they were looked at and are still the same. */
  readonly unchanged: PlanInput | null
}

const UNTOUCHED: Migrated = Object.freeze({ lines: [], unchanged: null })

export async function migrateTables(database: Database, migration: Migration): Promise<Migrated> {
  if (migration.adopted && (await hasOwnTables(readingFrom(database), database.dialect))) return UNTOUCHED
  await alone(database, run => makeOwnTables(run, database, migration))
  return migration.adopted ? UNTOUCHED : alone(database, run => migrateContent(run, database, migration))
}

function alone<T>(database: Database, work: (run: RunFragment) => Promise<T>): Promise<T> {
  return database.write(async transaction => {
    const run = runningIn(transaction, database)
    await takeMigrationLock(run, database.dialect)
    return work(run)
  }, UNLIMITED)
}

/** Building an index on a large table, or waiting for a process that builds one, takes longer than any request may. */
export const UNLIMITED: WriteOptions = Object.freeze({ unlimited: true })

/** Keeps others out until the transaction ends. SQLite has one writer at a time anyway. */
export async function takeMigrationLock(run: RunFragment, dialect: SqlDialect): Promise<void> {
  if (dialect.name === 'sqlite') return
  await run(sql`select pg_advisory_xact_lock(${literal(LOCK)})`)
}

async function makeOwnTables(run: RunFragment, { dialect }: Database, { schema, adopted }: Migration): Promise<void> {
  await createOwnTables(run, dialect)
  if (adopted) return
  if (!(await hasTable(run, dialect, schema))) await announceAsOurs(run, { dialect, schema })
}

/** Checks again inside the transaction: another process may have been faster. */
async function migrateContent(run: RunFragment, { dialect }: Database, migration: Migration): Promise<Migrated> {
  const place = { dialect, place: migration.schema, schema: migration.types }
  const input = await inspectMigration(run, place)
  const { origin, found } = input
  if (origin === 'empty') await createSchema(run, dialect, migration.schema)
  checkLeftDrafts(input.drafts)
  checkTypes(input)
  await settleWithoutDrafts(run, { schema: migration.types, found, dialect })
  const steps = planStart(input)
  const changed = await applySteps(run, steps, dialect)
  const lines = [...changed, ...skippedIndexes(input), ...(await renameHints(run, input))]
  if (origin === 'empty') {
    await insertInitialRows(run, dialect, new Date())
    await markAsOurs(run, { dialect, schema: migration.schema, found })
  }
  return { lines, unchanged: steps.length === 0 && origin !== 'empty' ? input : null }
}

/** After a rename in a schema file, the content seems to be gone. It is not: the command gives it back. */
async function renameHints(run: RunFragment, input: PlanInput): Promise<readonly string[]> {
  const renames = await worthwhile(run, [...columnRenames(input), ...tableRenames(input)])
  return [...renames, ...fieldRenames(input)].map(rename => {
    const place = rename.table === null ? '' : `${rename.table}.`
    const command = `populus migrate --rename ${renameText(rename)}`
    return `${place}${rename.to} is empty. If it is ${place}${rename.from} under a new name, keep the content with: ${command}`
  })
}
