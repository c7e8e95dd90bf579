/** The tables of a snapshot -> entries of an archive: lines of JSON, one array of values for each row. */
import { inspectTables } from '../../layout/adopt/inspect-tables.ts'
import { inspectColumns } from '../../layout/adopt/stored-kinds.ts'
import { ATTEMPTS_TABLE, MEDIA_JOURNAL_TABLE } from '../../layout/tables/own-tables.ts'
import { PRESENCE_TABLE } from '../../layout/tables/panel-tables.ts'
import { type Fragment, join, name, sql, table, value } from '../../sql/fragment.ts'
import { isIndexObject } from '../../sql/search/postgres-index.ts'
import type { Snapshot } from '../../storage/snapshot.ts'
import type { ArchiveWriter } from '../archive/archive-writer.ts'
import { type SavedTable, type TablePlace, tableEntry } from './manifest.ts'
import { toSaved } from './saved-value.ts'

/** What only matters to processes that are running. */
const PASSING: ReadonlySet<string> = new Set([ATTEMPTS_TABLE, MEDIA_JOURNAL_TABLE, PRESENCE_TABLE])

/** Characters of lines that become one entry. */
const PART = 1 << 20

/** Where the tables are: `schema` is that of the content. */
export interface SavedPlace {
  readonly snapshot: Snapshot
  readonly schema: string
}

export async function describeTables(place: SavedPlace): Promise<readonly SavedTable[]> {
  const own = await describe(place, 'own')
  return [
    ...(await describe(place, 'content')),
    ...own.filter(({ name }) => !PASSING.has(name) && !isIndexObject(name)),
  ]
}

async function describe(place: SavedPlace, of: TablePlace): Promise<readonly SavedTable[]> {
  const { run, dialect } = place.snapshot
  const schema = schemaOf(place, of)
  const found = await inspectTables(run, dialect, schema)
  const kinds = await inspectColumns(run, dialect, schema)
  const tables: SavedTable[] = []
  for (const { name: of_, columns, indexes } of found.tables) {
    const [count] = await run(sql`select count(*) from ${table(of_, schema)}`)
    tables.push({
      place: of,
      name: of_,
      columns: columns.map(column => ({ name: column, kind: kinds.column(of_, column)?.kind ?? null })),
      unique: indexes.filter(index => index.unique).map(index => index.name),
      rows: Number(count?.[0]),
      lastId: of === 'content' && columns.includes('id') ? await lastId(place, of_) : null,
    })
  }
  return tables
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
    const flush = () => {
      if (lines === '') return
      part += 1
      archive.add(tableEntry(saved, part), lines)
      lines = ''
    }
    for await (const rows of place.snapshot.pages(selectAll(place, saved))) {
      for (const row of rows) {
        lines += `${JSON.stringify(row.map(toSaved))}\n`
        if (lines.length >= PART) flush()
      }
      report(rows.length)
    }
    flush()
  }
}

/** In the order in which the rows are stored. */
function selectAll(place: SavedPlace, { place: of, name: from, columns }: SavedTable): Fragment {
  const source = table(from, schemaOf(place, of))
  if (place.snapshot.dialect.name === 'sqlite')
    return sql`select ${join(columns.map(column => name(column.name)))} from ${source} not indexed`
  return sql`select ${join(columns.map(column => sql`${name(column.name)}::text`))} from ${source}`
}
