/** The tables of a snapshot -> entries of an archive: lines of JSON, one array of values for each row. */

import { isFeedTable } from '../../changes/postgres-changes.ts'
import { isVersionTable, VERSION_COLUMNS, VersionStore } from '../../history/version-store.ts'
import { LEASES_TABLE, SERVER_TASKS_TABLE } from '../../schema/own-table-names.ts'
import { type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import { isIndexObject } from '../../sql/search/postgres-index.ts'
import type { Snapshot } from '../../storage/snapshot.ts'
import { ATTEMPTS_TABLE, MEDIA_JOURNAL_TABLE } from '../../tables/desired/own-tables.ts'
import { PRESENCE_TABLE } from '../../tables/desired/panel-tables.ts'
import { RESUMABLE_TABLES } from '../../tables/desired/resumable-tables.ts'
import { inspectTables } from '../../tables/existing/inspect-tables.ts'
import { inspectColumns, type StoredColumn } from '../../tables/existing/stored-kinds.ts'
import type { ArchiveWriter } from '../archive/archive-writer.ts'
import { SAVED_VERSIONS, type SavedColumn, type SavedTable, type TablePlace, tableEntry } from './manifest.ts'
import { toSaved } from './saved-value.ts'
import { type FoundStructure, inspectStructure, type StoredColumnStructure } from './structure/stored-structure.ts'

/** What only matters to processes that are running. */
const PASSING: ReadonlySet<string> = new Set([
  ATTEMPTS_TABLE,
  MEDIA_JOURNAL_TABLE,
  PRESENCE_TABLE,
  LEASES_TABLE,
  SERVER_TASKS_TABLE,
  ...RESUMABLE_TABLES,
])

/** Characters of lines that become one entry. */
const PART = 1 << 20

/** Where the tables are: `schema` is that of the content. */
export interface SavedPlace {
  readonly snapshot: Snapshot
  readonly schema: string
}

export interface DescribedTables {
  readonly tables: readonly SavedTable[]
  /** What is in the database and not in the archive, one line each. */
  readonly leftOut: readonly string[]
}

export async function describeTables(place: SavedPlace): Promise<DescribedTables> {
  const { run, dialect } = place.snapshot
  const structure = await inspectStructure(run, dialect, place.schema)
  const own = await describe(place, 'own', null)
  const content = await describe(place, 'content', structure)
  return {
    tables: [...content, ...own.filter(({ name }) => isSaved(name)), ...(await describeVersions(place))],
    leftOut: structure.leftOut.map(what => `${what} is not in the archive`),
  }
}

function isSaved(own: string): boolean {
  return !PASSING.has(own) && !isIndexObject(own) && !isFeedTable(own) && !isVersionTable(own)
}

/** The versions of entries have another place in each database, and one name in every archive. */
async function describeVersions({ snapshot: { run, dialect }, schema }: SavedPlace): Promise<readonly SavedTable[]> {
  const store = new VersionStore(dialect, schema)
  if ((await run(store.exists)).length === 0) return []
  const [count] = await run(sql`select count(*) from ${table(store.place.table, store.place.schema)}`)
  const rows = Number(count?.[0])
  return [{ place: 'own', name: SAVED_VERSIONS, columns: VERSION_COLUMNS, unique: [], rows, lastId: null }]
}

async function describe(
  place: SavedPlace,
  of: TablePlace,
  structure: FoundStructure | null,
): Promise<readonly SavedTable[]> {
  const { run, dialect } = place.snapshot
  const schema = schemaOf(place, of)
  const found = await inspectTables(run, dialect, schema)
  const kinds = await inspectColumns(run, dialect, schema)
  const tables: SavedTable[] = []
  for (const table_ of found.tables) {
    const { name: of_, indexes } = table_
    const columns = table_.columns.filter(column => structure?.column(of_, column)?.generated !== true)
    const [count] = await run(sql`select count(*) from ${table(of_, schema)}`)
    tables.push({
      place: of,
      name: of_,
      columns: await describeColumns(
        place,
        of_,
        columns.map(column => columnOf(column, kinds.column(of_, column), structure?.column(of_, column))),
      ),
      unique: indexes.filter(index => index.unique).map(index => index.name),
      rows: Number(count?.[0]),
      lastId: of === 'content' && columns.includes('id') ? await lastId(place, of_) : null,
      ...(structure === null ? {} : { structure: structure.table(table_) }),
    })
  }
  return tables
}

function columnOf(
  name: string,
  stored: StoredColumn | undefined,
  found: StoredColumnStructure | undefined,
): SavedColumn {
  // A moment with its own time zone is not one of ours, and stays as it is.
  const kind = / with time zone$/.test(stored?.type ?? '') ? null : (stored?.kind ?? null)
  if (found === undefined) return { name, kind }
  const { type, required, default: fixed, counted } = found
  return {
    ...{ name, kind, type },
    ...(required ? { required } : {}),
    ...(fixed === null ? {} : { default: fixed }),
    ...(counted ? { counted } : {}),
  }
}

/** SQLite enforces neither the length of texts nor the size of integers. */
async function describeColumns(
  { snapshot, schema }: SavedPlace,
  of: string,
  columns: readonly SavedColumn[],
): Promise<readonly SavedColumn[]> {
  const limited = columns.filter(({ kind, type }) => type !== undefined && (kind === 'varchar' || kind === 'integer'))
  if (snapshot.dialect.name === 'postgres' || limited.length === 0) return columns
  const wide = limited.map(({ name: column, kind }) =>
    kind === 'varchar'
      ? sql`max(length(${name(column)})) > 255`
      : sql`max(abs(cast(${name(column)} as real))) > 2147483647`,
  )
  const [found = []] = await snapshot.run(sql`select ${join(wide)} from ${table(of, schema)}`)
  return columns.map(column => (Number(found[limited.indexOf(column)] ?? 0) > 0 ? { ...column, wide: true } : column))
}

const schemaOf = ({ snapshot, schema }: SavedPlace, of: TablePlace): string =>
  of === 'own' ? snapshot.dialect.ownSchema : schema

async function lastId({ snapshot, schema }: SavedPlace, of: string): Promise<number | null> {
  const { run, dialect } = snapshot
  const [highest] = await run(sql`select max(${name('id')}) from ${table(of, schema)}`)
  const found = Number(highest?.[0] ?? 0)
  const [given] = await run(dialect.name === 'sqlite' ? SQLITE_LAST(of) : POSTGRES_LAST(of, schema))
  const last = Math.max(found, Number(given?.[0] ?? 0))
  return Number.isSafeInteger(last) ? last : null
}

const SQLITE_LAST = (of: string): Fragment =>
  sql`select max(seq) from (select 0 as seq union all select seq from sqlite_sequence where name = ${value(of)})`

/** The view shows nothing for a sequence that was never used. */
const POSTGRES_LAST = (of: string, schema: string): Fragment => sql`
  select s.last_value from pg_catalog.pg_sequences s
  where format('%I.%I', s.schemaname, s.sequencename)::regclass
    = pg_get_serial_sequence(format('%I.%I', ${value(schema)}::text, ${value(of)}::text), 'id')::regclass`

/** `report` gets the number of rows that were added. */
export async function saveTables(
  place: SavedPlace,
  tables: readonly SavedTable[],
  archive: ArchiveWriter,
  report: (rows: number) => void,
): Promise<void> {
  for (const saved of tables) {
    let part = 0
    let lines = ''
    const flush = async () => {
      if (lines === '') return
      part += 1
      await archive.add(tableEntry(saved, part), lines)
      lines = ''
    }
    for await (const rows of place.snapshot.pages(selectAll(place, saved))) {
      for (const row of rows) {
        lines += `${JSON.stringify(row.map(toSaved))}\n`
        if (lines.length >= PART) await flush()
      }
      report(rows.length)
    }
    await flush()
  }
}

function sourceOf(place: SavedPlace, of: TablePlace, from: string): Fragment {
  if (of !== 'own' || from !== SAVED_VERSIONS) return table(from, schemaOf(place, of))
  const versions = new VersionStore(place.snapshot.dialect, place.schema).place
  return table(versions.table, versions.schema)
}

/** In the order in which the rows are stored. */
function selectAll(place: SavedPlace, { place: of, name: from, columns }: SavedTable): Fragment {
  const source = sourceOf(place, of, from)
  if (place.snapshot.dialect.name === 'sqlite')
    return sql`select ${join(columns.map(column => name(column.name)))} from ${source} not indexed`
  return sql`select ${join(columns.map(column => sql`${name(column.name)}::text`))} from ${source}`
}
