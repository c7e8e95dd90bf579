/** Opens a project's database and matches its tables with the schema. */
import type { ChangeStore } from '../changes/change-store.ts'
import { openChanges } from '../changes/open-changes.ts'
import { openHistory } from '../history/open-history.ts'
import type { VersionStore } from '../history/version-store.ts'
import type { CacheBudget } from '../kept/cache-budget.ts'
import type { Schema } from '../schema/schema.ts'
import { sql, table } from '../sql/fragment.ts'
import type { SeenStatement } from '../sql/statement.ts'
import type { Database } from '../storage/database.ts'
import { type RunFragment, readingFrom } from '../storage/run-fragment.ts'
import { isUnwritable } from '../storage/write-refusal.ts'
import type { DeliveryStore } from '../webhooks/delivery-store.ts'
import { openDeliveries } from '../webhooks/open-webhooks.ts'
import { openParts } from './contains/open-parts.ts'
import { checkNotCopied } from './copy-mark.ts'
import { desiredTables } from './desired/desired-tables.ts'
import { moveFieldGrants } from './desired/field-grants.ts'
import { adoptSchema } from './existing/adopt-schema.ts'
import { resolveCustomFields } from './existing/custom-columns.ts'
import { type FoundTables, inspectTables } from './existing/inspect-tables.ts'
import { withOwnComparisons } from './existing/own-comparisons.ts'
import { preferFilledTables } from './existing/prefer-filled-tables.ts'
import { checkOrigin, type DatabaseOrigin, probeDatabase } from './existing/recognise-database.ts'
import { inspectColumns } from './existing/stored-kinds.ts'
import { orderUnnumbered } from './existing/unnumbered-links.ts'
import { checkLeftDrafts, leftDrafts } from './migrate/draft-publish.ts'
import { indexAdvice } from './migrate/index-advice.ts'
import type { PlanInput } from './migrate/inspect-migration.ts'
import { type Migrated, migrateTables } from './migrate/migrate-tables.ts'
import { surplusLines } from './migrate/surplus-lines.ts'
import { contentSchema, databaseText, openDatabase, type StorageConfig } from './open-database.ts'
import { notCreated, refuseMissingFile } from './refuse-new.ts'
import { checkNotRestored } from './restore-mark.ts'
import { openSearch } from './search/open-search.ts'
import type { SearchKeeper } from './search/search-keeper.ts'
import { withStartLock } from './start-lock.ts'

export interface Storage {
  readonly database: Database
  /** The schema, bound to what the database has. */
  readonly schema: Schema
  /** `empty` for a database that was just created. */
  readonly origin: DatabaseOrigin
  /** What was done, and what the database lacks or has in excess, one line each. */
  readonly report: readonly string[]
  readonly search: SearchKeeper
  /** The feed of changes; absent in a database that has none and can only be read. */
  readonly changes?: ChangeStore | undefined
  /** Earlier versions of entries, and deleted ones; absent in the same case. */
  readonly versions?: VersionStore | undefined
  /** What webhooks are sent; absent in the same case. */
  readonly deliveries?: DeliveryStore | undefined
  /** Commands that would make an adopted database faster. Its owner decides whether to run them. */
  readonly advice: readonly string[]
}

export interface StorageOptions {
  /** Includes the memory for prepared statements. */
  readonly budget?: CacheBudget
  /** Called for every statement that runs after the opening. */
  readonly onStatement?: (statement: SeenStatement) => void
  /** Prints a line for the operator. */
  readonly log: (line: string) => void
  /** Called while this process waits for another one. */
  readonly note?: (line: string) => void
  /** Whether the search index of a large table is left to the background (`search.serve`). */
  readonly indexLater?: boolean
  /** True for the restore itself, whose mark keeps others away. */
  readonly restoring?: boolean
  /** Other work that must finish before the database is ready, and that only one process may do at a time. Returns lines to print. */
  readonly prepare?: (storage: Storage) => Promise<readonly string[]>
}

/** Fills a new database, extends one of ours and leaves one of Strapi 4 as it is. Throws StartError for any other. */
export async function openStorage(config: StorageConfig, schema: Schema, options: StorageOptions): Promise<Storage> {
  refuseMissingFile(config)
  // On SQLite the lock leaves a file next to the database, and a refused database must stay as it was.
  const before = config.database.client === 'sqlite' ? await checkedProbe(config) : 'empty'
  const open = async () => {
    // Checks again: the process that held the lock before may have created the database.
    const origin = before === 'empty' ? await checkedProbe(config) : before
    return openAlone(config, schema, origin, options)
  }
  return withStartLock(config.database, options.note ?? (() => {}), open)
}

async function openAlone(
  config: StorageConfig,
  schema: Schema,
  origin: DatabaseOrigin,
  options: StorageOptions,
): Promise<Storage> {
  let opened = false
  const { budget, onStatement: told } = options
  const onStatement = told && ((statement: SeenStatement) => (opened ? told(statement) : undefined))
  const database = await openDatabase(config, { adopted: origin === 'strapi4', onStatement, budget })
  try {
    if (options.restoring !== true) await checkComplete(database, config)
    const storage = await bringTogether({ database, config, origin, schema, later: options.indexLater === true })
    for (const line of printedLines(storage, config)) options.log(line)
    opened = true
    const prepare = async () => (await options.prepare?.(storage)) ?? []
    for (const line of await ifWritable(prepare, 'Nothing is added to the content')) options.log(line)
    return storage
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A database that can only be read is served as it is. Returns the lines to print. */
async function ifWritable(work: () => Promise<readonly string[]>, otherwise: string): Promise<readonly string[]> {
  try {
    return await work()
  } catch (error) {
    if (isUnwritable(error)) return [`${otherwise}. ${error.message}`]
    throw error
  }
}

/** Half a database must not be served. */
async function checkComplete(database: Database, { database: config }: StorageConfig): Promise<void> {
  const run = readingFrom(database)
  const { dialect } = database
  const where = databaseText(config)
  await checkNotRestored(run, dialect, where)
  await checkNotCopied(run, { dialect, schema: contentSchema(config), where })
}

async function checkedProbe(config: StorageConfig): Promise<DatabaseOrigin> {
  const origin = await probe(config)
  checkOrigin(origin, databaseText(config.database))
  if (origin === 'empty' && config.mayCreate === false) throw notCreated(config, 'is empty')
  return origin
}

/** A new database has too many tables to name each one. */
function printedLines({ origin, report }: Storage, { database }: StorageConfig): readonly string[] {
  if (origin === 'empty') return [`created the database ${databaseText(database)} (${report.length} tables)`]
  if (origin === 'ours') return report
  return [`opened the Strapi 4 database ${databaseText(database)}; its tables stay unchanged`, ...report]
}

/** Leaves no trace: a refused database must stay as it was. */
async function probe(config: StorageConfig): Promise<DatabaseOrigin> {
  const database = await openDatabase(config, { probe: true })
  try {
    const { dialect } = database
    return await probeDatabase(readingFrom(database), { dialect, schema: contentSchema(config.database) })
  } finally {
    await database.close()
  }
}

interface Opened {
  readonly database: Database
  readonly config: StorageConfig
  readonly origin: DatabaseOrigin
  readonly schema: Schema
  readonly later: boolean
}

async function bringTogether({ database, config, origin, schema: files, later }: Opened): Promise<Storage> {
  const place = contentSchema(config.database)
  // Most starts find all tables as they should be, and need not look at them again.
  let looked: Migrated['unchanged'] = null
  const migrating = async () => {
    const migration = { schema: place, types: files, adopted: origin === 'strapi4' }
    const { lines, unchanged } = await migrateTables(database, migration)
    await moveFieldGrants(database)
    looked = unchanged
    return lines
  }
  const done = origin === 'empty' ? await migrating() : await ifWritable(migrating, 'The tables stay as they are')
  const { dialect } = database
  const run = readingFrom(database)
  const { custom, desired, found } = await lookAt(run, { files, dialect, place }, looked)
  if (origin === 'strapi4') checkLeftDrafts(await leftDrafts(run, { schema: custom.schema, found, dialect }))
  const preferred = await preferFilledTables(custom.schema, found, run)
  const adopted = adoptSchema(preferred.schema, found)
  const ordered = origin === 'strapi4' ? await orderUnnumbered(adopted.schema, { run, found, dialect }) : adopted.schema
  const compared = await withOwnComparisons(ordered, { run, found, dialect, place })
  const parts = await openParts(database, compared, place)
  const { schema } = parts
  const search = await openSearch(database, schema, { place, later })
  // A file that Strapi made is left as it is, unless it has webhooks: what they are told is written down in it.
  const isOurs = origin !== 'strapi4' || dialect.name !== 'sqlite'
  const mayRecord = isOurs || (await hasWebhooks(run, found))
  return Object.freeze({
    database,
    schema,
    search: search.keeper,
    changes: await openChanges(database, place, mayRecord),
    versions: await openHistory(database, place, isOurs || config.history?.adopted === true),
    deliveries: await openDeliveries(database, place, mayRecord),
    origin,
    report: Object.freeze([
      ...done,
      ...custom.report,
      ...preferred.report,
      ...adopted.report,
      ...surplusLines(desired, found, dialect),
      ...parts.report,
      ...search.report,
    ]),
    advice: origin === 'strapi4' ? indexAdvice(desired, found, dialect) : Object.freeze([]),
  })
}

interface LookedAt {
  readonly files: Schema
  readonly dialect: Database['dialect']
  readonly place: string
}

/** What the tables should be, and what they are. */
async function lookAt(
  run: RunFragment,
  { files, dialect, place }: LookedAt,
  known: Pick<PlanInput, 'columns' | 'desired' | 'found'> | null,
) {
  const custom = resolveCustomFields(files, known?.columns ?? (await inspectColumns(run, dialect, place)))
  return {
    custom,
    desired: known?.desired ?? desiredTables(custom.schema),
    found: known?.found ?? (await inspectTables(run, dialect, place)),
  }
}

async function hasWebhooks(run: RunFragment, found: FoundTables): Promise<boolean> {
  const webhooks = found.table('strapi_webhooks')
  return webhooks !== undefined && (await run(sql`select 1 from ${table(webhooks.name)} limit 1`)).length > 0
}
