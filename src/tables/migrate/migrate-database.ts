/** `populus migrate`: compares a database with its schema, and changes it on request. */
import { StartError } from '../../errors.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { createOwnTables } from '../desired/own-tables.ts'
import { checkOrigin, type DatabaseOrigin } from '../existing/recognise-database.ts'
import { contentSchema, databaseText, openDatabase, type StorageConfig } from '../open-database.ts'
import { AttributeNames, namesAfter } from '../renames/attribute-names.ts'
import type { RenamedAttribute } from '../renames/attribute-renames.ts'
import { followNames } from '../renames/follow-names.ts'
import { type CountedPart, countKept, keptText } from '../renames/kept-parts.ts'
import { applyRename, movesNothing, renamedAttributes } from '../renames/rename.ts'
import { withStartLock } from '../start-lock.ts'
import { applySteps } from './apply-steps.ts'
import { type DraftEntries, type DraftsChoice, decideDrafts } from './draft-publish.ts'
import { lateRenames } from './empty-columns.ts'
import { type InspectedDatabase, inspectMigration, type PlanInput } from './inspect-migration.ts'
import { takeMigrationLock, UNLIMITED } from './migrate-tables.ts'
import type { Refusal } from './migration-refusal.ts'
import { type MigrationPlan, planMigration } from './plan-migration.ts'
import { convertColumn, isSafe } from './type-changes.ts'

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
  /** `articles.headline`: columns whose values are converted to the type that the schema needs; or all of them. */
  readonly conversions: readonly string[] | 'all'
  /** What to do with the drafts of types that no longer have draft and publish; `null`: not decided. */
  readonly drafts: DraftsChoice | null
  /** The owner agrees to change a database that Strapi made. */
  readonly adopted: boolean
  /** Whoever asks has named every rename: what only looks like one is none. */
  readonly decided?: boolean
  /** The attributes that are renamed, if whoever asks knows them; otherwise as far as `renames` says it. */
  readonly attributes?: readonly RenamedAttribute[]
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
    return await database.write(async transaction => {
      const run = runningIn(transaction, database)
      const done = await change(run, { database, config, schema }, order)
      const opened = { dialect: database.dialect, place: contentSchema(config.database), schema }
      return [...done, ...(await followNames(run, opened, namesIn(schema, order)))]
    }, UNLIMITED)
  } finally {
    await database.close()
  }
}

function namesIn(schema: Schema, { attributes, renames }: MigrationOrder): AttributeNames {
  if (attributes !== undefined) return namesAfter(schema, attributes)
  return new AttributeNames(
    schema,
    renames.flatMap(text => renamedAttributes(schema, text)),
  )
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
  for (const rename of order.renames) {
    const input = await inspect()
    if (order.decided !== true || !movesNothing(input, rename)) lines.push(...(await applyRename(run, input, rename)))
  }
  for (const column of order.conversions === 'all' ? changedColumns(await inspect()) : order.conversions)
    lines.push(...(await convertColumn(run, await inspect(), column)))
  if (order.drafts !== null) {
    await createOwnTables(run, dialect)
    const { found } = await inspect()
    lines.push(...(await decideDrafts(run, { schema: opened.schema, found, dialect }, order.drafts)))
  }
  if (!order.apply) return lines
  const { steps } = planMigration(await inspect(), order.decided === true ? null : [])
  return [...lines, ...(await applySteps(run, steps, dialect))]
}

function changedColumns({ typeChanges }: PlanInput): readonly string[] {
  return typeChanges.filter(change => !isSafe(change)).map(({ table, column }) => `${table}.${column.name}`)
}

export interface Rehearsal {
  readonly origin: DatabaseOrigin
  /** The statements that change tables or content, in their order. */
  readonly statements: readonly string[]
  /** What is not done, and why. */
  readonly refused: readonly Refusal[]
  /** Drafts that somebody has to decide about. */
  readonly drafts: readonly DraftEntries[]
  /** Content that the present schema reads, and the new one does not. It stays in the database. */
  readonly unread: readonly CountedPart[]
}

/** Thrown to take back what was tried. */
class Rehearsed extends Error {
  readonly result: Rehearsal

  constructor(result: Rehearsal) {
    super('a rehearsal leaves nothing behind')
    this.result = result
  }
}

/**
 * What `migrateDatabase` would do with the same order: it is done, and taken back. Throws StartError for a rename or a
 * conversion that is not possible.
 */
export async function rehearseMigration(
  config: StorageConfig,
  { present, schema }: { readonly present: Schema; readonly schema: Schema },
  order: MigrationOrder,
): Promise<Rehearsal> {
  const { origin, plan } = await look(config, present)
  const known = new Set(plan.kept.map(keptText))
  const rehearse = async (run: RunFragment, opened: Opened) => {
    const statements: string[] = []
    await change(recorded(run, opened.database, statements), opened, order)
    const input = await inspectMigration(run, inspected(opened))
    const after = planMigration(input, null)
    const unread = await countKept(
      run,
      input,
      after.kept.filter(part => !known.has(keptText(part))),
    )
    throw new Rehearsed({ origin, statements, refused: after.refused, drafts: input.drafts, unread })
  }
  const database = await openDatabase(config, { adopted: origin === 'strapi4' })
  try {
    return await database.write(
      transaction => rehearse(runningIn(transaction, database), { database, config, schema }),
      UNLIMITED,
    )
  } catch (error) {
    if (error instanceof Rehearsed) return error.result
    throw error
  } finally {
    await database.close()
  }
}

/** Notes what is more than a question. */
function recorded(run: RunFragment, { dialect }: Database, statements: string[]): RunFragment {
  return fragment => {
    const { text } = dialect.compile(fragment)
    const isOwn = text.includes('"populus".')
    if (!/^\s*(select|with|pragma)\b/i.test(text) && !isOwn) statements.push(text.replace(/\s+/g, ' ').trim())
    return run(fragment)
  }
}
