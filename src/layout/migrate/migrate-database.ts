/** Front door of `populus migrate`: compares a database with its schema, and changes it on request. */
import { StartError } from '../../errors.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { inspectTables } from '../adopt/inspect-tables.ts'
import { checkOrigin, type DatabaseOrigin, recogniseDatabase } from '../adopt/recognise-database.ts'
import { inspectColumns } from '../adopt/stored-kinds.ts'
import { contentSchema, databaseText, openDatabase, type StorageConfig } from '../open-database.ts'
import { withStartLock } from '../start-lock.ts'
import { desiredTables } from '../tables/desired-tables.ts'
import { createOwnTables } from '../tables/own-tables.ts'
import { applyChanges } from './apply-changes.ts'
import { changeType, renameColumn, renameTable } from './ddl.ts'
import { type DraftsChoice, decideDrafts, leftDrafts, PUBLISHED_AT, publishOldEntries } from './draft-publish.ts'
import { takeMigrationLock, UNLIMITED } from './migrate-tables.ts'
import { type MigrationPlan, type PlanInput, planMigration, renameOf } from './plan-migration.ts'

export interface Migrated {
  readonly origin: DatabaseOrigin
  readonly plan: MigrationPlan
  /** What was done, one line each. */
  readonly done: readonly string[]
}

export interface MigrationOrder {
  /** Adds what is missing and makes lossless type changes. */
  readonly apply: boolean
  /** `articles.headline=title`, or `old_table=new_table`. */
  readonly renames: readonly string[]
  /** What to do with the drafts of types that no longer have draft and publish; `null`: not decided. */
  readonly drafts: DraftsChoice | null
  /** The owner agrees to change a database that Strapi made. */
  readonly adopted: boolean
}

export const ONLY_LOOK: MigrationOrder = Object.freeze({ apply: false, renames: [], drafts: null, adopted: false })

/** Throws StartError for a database that must not be changed, or for a rename that is not possible. */
export async function migrateDatabase(
  config: StorageConfig,
  schema: Schema,
  order: MigrationOrder,
  note: (line: string) => void = () => {},
): Promise<Migrated> {
  const seen = await look(config, schema)
  if (!order.apply && order.renames.length === 0 && order.drafts === null) return seen
  checkConsent(seen.origin, order)
  const done = await withStartLock(config.database, note, () => changeAlone(config, schema, order, seen.origin))
  return { ...(await look(config, schema)), done }
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
    const { input, origin } = await inspect(readingFrom(database), { database, config, schema })
    checkOrigin(origin, databaseText(config.database))
    return { origin, plan: planMigration(input), done: [] }
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

async function inspect(
  run: RunFragment,
  { database, config, schema }: Opened,
): Promise<{ readonly input: PlanInput; readonly origin: DatabaseOrigin }> {
  const { dialect } = database
  const place = contentSchema(config.database)
  const found = await inspectTables(run, dialect, place)
  const origin = await recogniseDatabase(run, { dialect, schema: place, found })
  const columns = await inspectColumns(run, dialect, place)
  const drafts = await leftDrafts(run, { schema, found, dialect })
  const desired = desiredTables(schema)
  return { origin, input: { desired, found, columns, dialect, drafts, adopted: origin === 'strapi4' } }
}

/** Checks again inside the transaction: another process may have been faster. */
async function change(run: RunFragment, opened: Opened, order: MigrationOrder): Promise<readonly string[]> {
  const { dialect } = opened.database
  await takeMigrationLock(run, dialect)
  const lines: string[] = []
  for (const rename of order.renames) {
    const { table, from, to } = renameOf((await inspect(run, opened)).input, rename)
    await run(table === null ? renameTable(from, to) : renameColumn(table, from, to))
    const place = table === null ? 'table ' : `column ${table}.`
    lines.push(`renamed ${place}${from} to ${to}`)
  }
  if (order.drafts !== null) {
    await createOwnTables(run, dialect)
    const { found } = (await inspect(run, opened)).input
    lines.push(...(await decideDrafts(run, { schema: opened.schema, found, dialect }, order.drafts)))
  }
  if (!order.apply) return lines
  const { input } = await inspect(run, opened)
  const plan = planMigration(input)
  for (const { table, column, from } of plan.typeChanges) {
    await run(changeType(table, column, dialect))
    lines.push(`changed column ${table}.${column.name} from ${from.type} to ${dialect.columnTypes[column.kind]}`)
  }
  const changed = await applyChanges(run, plan.changes, input)
  const held = heldTables((await inspect(run, opened)).input)
  const published = await publishOldEntries(run, { schema: opened.schema, found: input.found, dialect }, held)
  return [...lines, ...changed, ...published]
}

/** Tables that still lack the publication column, because it may be another column under a new name. */
function heldTables({ desired, found }: PlanInput): ReadonlySet<string> {
  return new Set(desired.map(({ name }) => name).filter(name => !found.hasColumn(name, PUBLISHED_AT)))
}
