/** Front door of `populus migrate`: compares a database with its schema, and changes it on request. */
import { StartError } from '../../errors.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { createOwnTables } from '../desired/own-tables.ts'
import { checkOrigin, type DatabaseOrigin } from '../existing/recognise-database.ts'
import { contentSchema, databaseText, openDatabase, type StorageConfig } from '../open-database.ts'
import { applyRename } from '../renames/rename.ts'
import { withStartLock } from '../start-lock.ts'
import { applySteps } from './apply-steps.ts'
import { type DraftsChoice, decideDrafts } from './draft-publish.ts'
import { lateRenames } from './empty-columns.ts'
import { type InspectedDatabase, inspectMigration } from './inspect-migration.ts'
import { takeMigrationLock, UNLIMITED } from './migrate-tables.ts'
import { type MigrationPlan, planMigration } from './plan-migration.ts'
import { convertColumn } from './type-changes.ts'

export interface Migrated {
  readonly origin: DatabaseOrigin
  readonly plan: MigrationPlan
  /** What was done, one line each. */
  readonly done: readonly string[]
}

export interface MigrationOrder {
  /** Adds what is missing, and changes types where nothing can be lost. */
  readonly apply: boolean
  /** `articles.headline=title`, or `old_table=new_table`. */
  readonly renames: readonly string[]
  /** `articles.headline`: columns whose values are converted to the type that the schema needs. */
  readonly conversions: readonly string[]
  /** What to do with the drafts of types that no longer have draft and publish; `null`: not decided. */
  readonly drafts: DraftsChoice | null
  /** The owner agrees to change a database that Strapi made. */
  readonly adopted: boolean
}

export const ONLY_LOOK: MigrationOrder = Object.freeze({
  apply: false,
  renames: [],
  conversions: [],
  drafts: null,
  adopted: false,
})

/** Throws StartError for a database that must not be changed, or for a rename that is not possible. */
export async function migrateDatabase(
  config: StorageConfig,
  schema: Schema,
  order: MigrationOrder,
  note: (line: string) => void = () => {},
): Promise<Migrated> {
  const seen = await look(config, schema)
  if (!changesAnything(order)) return seen
  checkConsent(seen.origin, order)
  const done = await withStartLock(config.database, note, () => changeAlone(config, schema, order, seen.origin))
  return { ...(await look(config, schema)), done }
}

function changesAnything({ apply, renames, conversions, drafts }: MigrationOrder): boolean {
  return apply || renames.length > 0 || conversions.length > 0 || drafts !== null
}

async function changeAlone(
  config: StorageConfig,
  schema: Schema,
  order: MigrationOrder,
  origin: DatabaseOrigin,
): Promise<readonly string[]> {
  const database = await openDatabase(config, { adopted: origin === 'strapi4' })
  try {
    return await database.write(
      transaction => change(runningIn(transaction, database), { database, config, schema }, order),
      UNLIMITED,
    )
  } finally {
    await database.close()
  }
}

/** Changes nothing. */
async function look(config: StorageConfig, schema: Schema): Promise<Migrated> {
  const database = await openDatabase(config, { probe: true })
  try {
    const run = readingFrom(database)
    const input = await inspectMigration(run, inspected({ database, config, schema }))
    checkOrigin(input.origin, databaseText(config.database))
    return { origin: input.origin, plan: planMigration(input, await lateRenames(run, input)), done: [] }
  } finally {
    await database.close()
  }
}

function checkConsent(origin: DatabaseOrigin, { adopted }: MigrationOrder): void {
  if (origin === 'empty') throw new StartError('The database is empty', ['populus start creates its tables'])
  if (origin !== 'strapi4' || adopted) return
  throw new StartError('This database was created by Strapi. It is not changed unless its owner agrees', [
    'make a copy of it first, then run: populus migrate --apply --adopted',
    'populus start needs no change: what is missing reads as empty',
  ])
}

interface Opened {
  readonly database: Database
  readonly config: StorageConfig
  readonly schema: Schema
}

function inspected({ database, config, schema }: Opened): InspectedDatabase {
  return { dialect: database.dialect, place: contentSchema(config.database), schema }
}

/** Checks again inside the transaction: another process may have been faster. */
async function change(run: RunFragment, opened: Opened, order: MigrationOrder): Promise<readonly string[]> {
  const { dialect } = opened.database
  const inspect = () => inspectMigration(run, inspected(opened))
  await takeMigrationLock(run, dialect)
  const lines: string[] = []
  for (const rename of order.renames) lines.push(...(await applyRename(run, await inspect(), rename)))
  for (const column of order.conversions) lines.push(...(await convertColumn(run, await inspect(), column)))
  if (order.drafts !== null) {
    await createOwnTables(run, dialect)
    const { found } = await inspect()
    lines.push(...(await decideDrafts(run, { schema: opened.schema, found, dialect }, order.drafts)))
  }
  if (!order.apply) return lines
  const { steps } = planMigration(await inspect(), [])
  return [...lines, ...(await applySteps(run, steps, dialect))]
}
