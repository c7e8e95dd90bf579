/**
 * Opens the search index: creates what the schema files ask for, and keeps it up to date.
 *
 * Triggers mark the rows whose text has changed, whoever has changed it. Each of our own transactions indexes the rows that it
 * has marked before it commits. Marks of others are found before a search reads the index. The rows that were there before the
 * triggers are indexed in the order of their ids, with a note how far that is, so that an interruption loses little.
 */

import type { PopulusError } from '../../errors.ts'
import { indexedTable } from '../../kept/dependencies/content-change.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { isUnwritable } from '../../storage/write-refusal.ts'
import { createSchema } from '../desired/own-tables.ts'
import { type MarkedIndex, startOver } from './apply-marks.ts'
import { buildIndex } from './build-index.ts'
import { postgresStore } from './postgres-store.ts'
import { type SearchKeeper, SOON, searchKeeper } from './search-keeper.ts'
import { type SearchSource, searchSources } from './search-sources.ts'
import type { SearchStore } from './search-store.ts'
import { sqliteStore } from './sqlite-store.ts'

/** The number of tables that `SearchStore.exists` looks for. */
const TABLES = 2

const NO_SEARCH: SearchKeeper = Object.freeze({
  tables: [],
  settle: async () => {},
  rebuild: async () => 0,
  serve: () => {},
  stop: async () => {},
})

export interface OpenedSearch {
  readonly keeper: SearchKeeper
  /** What was done, one line each. */
  readonly report: readonly string[]
}

export interface SearchOptions {
  /** The schema that holds the content's tables. */
  readonly place: string
  /** Whether most rows of a large table are left to the background, which `serve` begins. */
  readonly later: boolean
}

/** Only one process may do this at a time. */
export async function openSearch(
  database: Database,
  schema: Schema,
  { place, later }: SearchOptions,
): Promise<OpenedSearch> {
  const store = database.dialect.name === 'sqlite' ? sqliteStore : postgresStore(place)
  const wanted = searchSources(schema)
  const existing = (await readingFrom(database)(store.exists)).length
  const exists = existing > 0
  if (wanted.length === 0 && !exists) return { keeper: NO_SEARCH, report: [] }
  try {
    return await makeIndex(database, { database, store, wanted, isWhole: existing === TABLES }, later)
  } catch (error) {
    if (!isUnwritable(error)) throw error
    return {
      keeper: unwritableKeeper(wanted, exists, error),
      report: [`The search index stays as it is. ${error.message}`],
    }
  }
}

/** Nobody changes what is indexed. Without an index, whoever searches is told why. */
function unwritableKeeper(wanted: readonly SearchSource[], exists: boolean, error: PopulusError): SearchKeeper {
  const refuse = () => Promise.reject(error)
  return Object.freeze<SearchKeeper>({
    tables: wanted.map(({ table }) => indexedTable(table)),
    settle: exists ? async () => {} : refuse,
    rebuild: refuse,
    serve: () => {},
    stop: async () => {},
  })
}

async function makeIndex(database: Database, preparation: Preparation, later: boolean): Promise<OpenedSearch> {
  const { store } = preparation
  const { sources, changed } = await database.write(
    transaction => prepare(runningIn(transaction, database), preparation),
    { unlimited: true },
  )
  const index: MarkedIndex = { store, sources: new Map(sources.map(([id, source]) => [id, source])) }
  if (sources.length === 0) return { keeper: NO_SEARCH, report: [] }
  const rows = await buildIndex(database, index, later ? { goesOn: indexed => indexed < SOON } : {})
  const done = later && rows >= SOON ? 'indexing, in the background,' : `indexed ${rows} rows for search:`
  const report = changed.length === 0 ? [] : [`${done} ${changed.join(', ')}`]
  return { keeper: searchKeeper(database, index), report }
}

interface Preparation {
  readonly database: Database
  readonly store: SearchStore
  readonly wanted: readonly SearchSource[]
  /** Whether no table of the index is missing. */
  readonly isWhole: boolean
}

interface Prepared {
  readonly sources: readonly (readonly [number, SearchSource])[]
  /** Tables of which all rows must be indexed. */
  readonly changed: readonly string[]
}

async function prepare(run: RunFragment, { database, store, wanted, isWhole }: Preparation): Promise<Prepared> {
  if (!isWhole) {
    await createSchema(run, database.dialect, database.dialect.ownSchema)
    for (const statement of store.create) await run(statement)
  }
  const known = await run(store.sources)
  const followed = new Set((await run(store.followed)).map(([table]) => String(table)))
  for (const [id, name] of known) {
    if (wanted.some(({ table }) => table === name)) continue
    if (followed.has(String(name))) for (const statement of store.unfollow(String(name))) await run(statement)
    await run(store.removeAll(Number(id)))
    await run(store.removeUnbuilt(Number(id)))
    await run(store.removeSource(Number(id)))
  }
  if (wanted.length === 0) for (const statement of store.drop) await run(statement)
  const sources: (readonly [number, SearchSource])[] = []
  const changed: string[] = []
  for (const source of wanted) {
    const [id, , definition] = known.find(([, name]) => name === source.table) ?? []
    const isSame = definition === source.definition && followed.has(source.table)
    if (!isSame) changed.push(source.table)
    sources.push([isSame ? Number(id) : await define(run, store, source), source])
  }
  return { sources, changed }
}

/** What happened without triggers is not known, so that all rows count as changed. */
async function define(run: RunFragment, store: SearchStore, source: SearchSource): Promise<number> {
  const { table, fields, definition } = source
  const [[id] = []] = await run(store.saveSource(table, definition))
  const columns = fields.map(({ column }) => column)
  for (const statement of [...store.unfollow(table), ...store.follow(table, Number(id), columns)]) await run(statement)
  await startOver(run, store, [Number(id), source])
  return Number(id)
}
