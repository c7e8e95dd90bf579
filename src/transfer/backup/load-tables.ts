/** The rows of an archive -> a new database, in one transaction. */
import { StartError } from '../../errors.ts'
import { VersionStore } from '../../history/version-store.ts'
import { META_TABLE } from '../../schema/own-table-names.ts'
import { type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import { postgresDialect } from '../../sql/postgres.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import { sqliteDialect } from '../../sql/sqlite.ts'
import type { SqlValue } from '../../sql/statement.ts'
import { setLastId } from '../../storage/bulk-write.ts'
import type { Database, Transaction } from '../../storage/database.ts'
import { runningIn } from '../../storage/run-fragment.ts'
import { CORE_STORE } from '../../tables/core-store.ts'
import type { TableDefinition } from '../../tables/desired/table-definition.ts'
import { unmarkRestore } from '../../tables/restore-mark.ts'
import { damaged } from '../archive/damaged-archive.ts'
import { type KeptRows, keptRows } from './kept-rows.ts'
import type { BackupManifest, SavedTable, TablePlace } from './manifest.ts'
import { isVersions, matchTables, type TargetTable } from './match-tables.ts'
import { type Convert, converter, type SavedValue } from './saved-value.ts'
import { finishTables } from './structure/make-tables.ts'
import { dropForeignKeys, dropOtherIndexes } from './without-constraints.ts'

export interface SavedRows {
  readonly place: TablePlace
  readonly table: string
  readonly lines: string
}

export interface LoadInput {
  readonly database: Database
  /** The schema that holds the content's tables. */
  readonly schema: string
  readonly timezone: string
  readonly manifest: BackupManifest
  /** The tables of the project's types. */
  readonly known: readonly TableDefinition[]
  /** Called with a line about anything that is not as it should be. */
  readonly note: (line: string) => void
  /** Read again from the start if the transaction has to run again. */
  readonly rows: () => AsyncIterable<SavedRows>
  readonly progress: (done: number, total: number) => void
  /** The last step before the commit. */
  readonly beforeCommit: () => void | Promise<void>
}

export function loadTables(input: LoadInput): Promise<void> {
  const { database } = input
  return database.write(transaction => load(input, transaction), { unlimited: true })
}

async function load(input: LoadInput, transaction: Transaction): Promise<void> {
  const { database, manifest, schema } = input
  const { dialect } = database
  const run = runningIn(transaction, database)
  const restoreKeys = await dropForeignKeys(run, dialect, schema)
  const targets = await matchTables(run, { dialect, schema, manifest, known: input.known })
  await dropOtherIndexes(run, dialect, targets)
  const kept = await keptRows(run, { dialect, schema, manifest })
  for (const target of targets.values()) await run(emptied(target))
  await insertRows(input, transaction, { targets, kept })
  const made = [...targets.values()].filter(target => target.made && target.saved.place === 'content')
  const making = { run, dialect, schema, manifest, known: input.known }
  const notes = await finishTables(
    making,
    made.map(({ saved }) => saved),
  )
  for (const target of targets.values())
    if (givesIds(target)) await setLastId(run, dialect, target.name, target.saved.lastId ?? 0)
  const { numbered } = new VersionStore(dialect, schema)
  if (numbered !== null && manifest.tables.some(isVersions)) await run(numbered)
  await restoreKeys()
  // The archive of a database that Populus has never served has no facts to replace it.
  await unmarkRestore(run, dialect)
  await input.beforeCommit()
  for (const line of notes) input.note(line)
}

/** Whether the database gives new rows their ids. In archives of earlier versions, all tables with ids are like that. */
function givesIds({ saved, made }: TargetTable): boolean {
  if (saved.lastId === null) return false
  return !made || saved.structure === undefined || saved.columns.some(({ name: of, counted }) => of === 'id' && counted)
}

const sumOf = (tables: readonly SavedTable[]): number => tables.reduce((sum, { rows }) => sum + rows, 0)

/** The rows that say whose database it is are not those of the archive. */
function emptied({ name: of, schema, saved }: TargetTable): Fragment {
  const rows = sql`delete from ${table(of, schema)}`
  return isMeta(saved) ? sql`${rows} where ${name('key')} not like ${value('database:%')}` : rows
}

const isMeta = ({ place, name: of }: SavedTable): boolean => place === 'own' && of === META_TABLE
const isSettings = ({ place, name: of }: SavedTable): boolean => place === 'content' && of === CORE_STORE

async function insertRows(
  input: LoadInput,
  transaction: Transaction,
  { targets, kept }: { readonly targets: ReadonlyMap<string, TargetTable>; readonly kept: KeptRows },
): Promise<void> {
  const total = sumOf(input.manifest.tables)
  const counts = new Map<TargetTable, number>()
  const writers = new Map<TargetTable, RowWriter>()
  let done = 0
  for await (const { place, table: of, lines } of input.rows()) {
    const target = targets.get(`${place} ${of}`)
    if (target === undefined) throw damaged(`it has rows of ${of}, which its manifest does not list`)
    const writer = writers.get(target) ?? rowWriter(input, target, kept)
    writers.set(target, writer)
    const added = await writer(transaction, lines)
    counts.set(target, (counts.get(target) ?? 0) + added)
    done += added
    input.progress(done, total)
  }
  for (const target of targets.values())
    if ((counts.get(target) ?? 0) !== target.saved.rows) throw damaged(`rows of ${target.saved.name} are missing`)
}

/** Returns the number of rows in the lines. */
type RowWriter = (transaction: Transaction, lines: string) => Promise<number>

const keep = (row: readonly SavedValue[]): readonly SavedValue[] => row

/** Statements sent together. */
const BATCH = 500

function rowWriter(input: LoadInput, target: TargetTable, kept: KeptRows): RowWriter {
  const { dialect } = input.database
  const columns = target.columns
  const adapt = isMeta(target.saved) ? kept.meta(columns) : isSettings(target.saved) ? kept.settings(columns) : keep
  const { text } = dialect.compile(
    sql`insert into ${table(target.name, target.schema)} (${join(columns.map(column => name(column.name)))})
      values (${join(columns.map(() => value(null)))})`,
  )
  const converts = convertersOf(input, target)
  return async (transaction, lines) => {
    const rows = lines.trimEnd().split('\n').map(parseRow)
    const added = rows.map(adapt).filter(row => row !== null)
    for (let start = 0; start < added.length; start += BATCH)
      await Promise.all(
        added.slice(start, start + BATCH).map(row => insert(transaction, target, text, valuesOf(row, converts))),
      )
    return rows.length
  }
}

async function insert(
  transaction: Transaction,
  { name: of }: TargetTable,
  text: string,
  values: readonly SqlValue[],
): Promise<void> {
  try {
    await transaction.run({ text, values })
  } catch (error) {
    const cause = (error as Error).cause as { message?: string } | undefined
    throw cause === undefined ? error : new StartError(`${of} refuses a row of the archive`, [cause.message ?? ''])
  }
}

function convertersOf({ database, timezone, manifest }: LoadInput, { columns }: TargetTable): readonly Convert[] {
  const { database: saved } = manifest
  const from = sourceDialect(saved)
  return columns.map(({ kind }) => converter(from, database.dialect, kind, saved.timezone === timezone))
}

/** Only its values are read. */
function sourceDialect({ client, timezone }: BackupManifest['database']): SqlDialect {
  const none = undefined as never
  return client === 'sqlite' ? sqliteDialect(none) : postgresDialect(none, timezone)
}

function valuesOf(row: readonly SavedValue[], converts: readonly Convert[]): readonly SqlValue[] {
  if (row.length !== converts.length) throw damaged('a row has the wrong number of values')
  return row.map((saved, index) => converts[index]!(saved))
}

function parseRow(line: string): readonly SavedValue[] {
  try {
    return JSON.parse(line) as readonly SavedValue[]
  } catch {
    throw damaged('a row is not valid JSON')
  }
}
