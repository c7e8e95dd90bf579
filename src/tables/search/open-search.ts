/**
 * Front door of the search index: creates what the schema files ask for, and keeps it up to date.
 *
 * Triggers mark the rows whose text has changed, whoever has changed it. Each of our own transactions indexes the rows that it
 * has marked before it commits. Marks of others are found before a search reads the index. A new index is the same case: all
 * of its rows are marked, and an interrupted start goes on where it was.
 */

import type { PopulusError } from '../../errors.ts'
import { indexedTable } from '../../kept/dependencies/indexed-table.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { isUnwritable } from '../../storage/write-refusal.ts'
import { createSchema } from '../desired/own-tables.ts'
import { applyMarks, type MarkedIndex, startAllOver, startOver, tidyIndex } from './apply-marks.ts'
import { postgresStore } from './postgres-store.ts'
import { type SearchSource, searchSources } from './search-sources.ts'
import type { SearchStore } from './search-store.ts'
import { sqliteStore } from './sqlite-store.ts'

export interface SearchKeeper {
  /** The tables whose text is indexed. */
  readonly tables: readonly string[]
  /** Afterwards the index has everything that was committed before, by others, too. */
  settle(): Promise<void>
  /** Builds the index again and returns the number of indexed rows. */
  rebuild(): Promise<number>
}

const NO_SEARCH: SearchKeeper = Object.freeze({ tables: [], settle: async () => {}, rebuild: async () => 0 })

export interface OpenedSearch {
  readonly keeper: SearchKeeper
  /** What was done, one line each. */
  readonly report: readonly string[]
}

/** `place`: the schema that holds the content's tables. Only one process may do this at a time. */
export async function openSearch(database: Database, schema: Schema, place: string): Promise<OpenedSearch> {
  const store = database.dialect.name === 'sqlite' ? sqliteStore : postgresStore(place)
  const wanted = searchSources(schema)
  const exists = (await readingFrom(database)(store.exists)).length > 0
  if (wanted.length === 0 && !exists) return { keeper: NO_SEARCH, report: [] }
  try {
    return await makeIndex(database, { database, store, wanted, exists })
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
  })
}

async function makeIndex(database: Database, preparation: Preparation): Promise<OpenedSearch> {
  const { store } = preparation
  const { sources, changed } = await database.write(
    transaction => prepare(runningIn(transaction, database), preparation),
    { unlimited: true },
  )
  const index: MarkedIndex = { store, sources: new Map(sources.map(([id, source]) => [id, source])) }
  const rows = sources.length === 0 ? 0 : await drain(database, index)
  const report = changed.length === 0 ? [] : [`indexed ${rows} rows for search: ${changed.join(', ')}`]
  return { keeper: keeperOf(database, index), report }
}

interface Preparation {
  readonly database: Database
  readonly store: SearchStore
  readonly wanted: readonly SearchSource[]
  readonly exists: boolean
}

interface Prepared {
  readonly sources: readonly (readonly [number, SearchSource])[]
  /** Tables of which all rows must be indexed. */
  readonly changed: readonly string[]
}

async function prepare(run: RunFragment, { database, store, wanted, exists }: Preparation): Promise<Prepared> {
  if (!exists) {
    await createSchema(run, database.dialect, database.dialect.ownSchema)
    for (const statement of store.create) await run(statement)
  }
  const known = await run(store.sources)
  const followed = new Set((await run(store.followed)).map(([table]) => String(table)))
  for (const [id, name] of known) {
    if (wanted.some(({ table }) => table === name)) continue
    if (followed.has(String(name))) for (const statement of store.unfollow(String(name))) await run(statement)
    await run(store.removeAll(Number(id)))
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

/** How many rows are indexed in one transaction: an interruption loses little, and few transactions wait for the disk. */
const IN_ONE_TRANSACTION = 2000
/** From how many rows on the index is put in order afterwards. */
const MANY = 5000

/** Returns the number of rows. */
async function drain(database: Database, index: MarkedIndex): Promise<number> {
  const writing = <T>(work: (run: RunFragment) => Promise<T>) =>
    database.write(transaction => work(runningIn(transaction, database)), { unlimited: true })
  let rows = 0
  for (;;) {
    const taken = await writing(run => applyMarks(run, index, IN_ONE_TRANSACTION))
    rows += taken
    if (taken > 0) continue
    if (rows >= MANY) await writing(run => tidyIndex(run, index))
    return rows
  }
}

function keeperOf(database: Database, index: MarkedIndex): SearchKeeper {
  const { store, sources } = index
  if (sources.size === 0) return NO_SEARCH
  const tables = [...sources.values()].map(({ table }) => table)
  const watched = new Set(tables)
  let settledAt = -1
  database.beforeCommit(async (transaction, change) => {
    if (change === 'all' || change.some(({ table }) => watched.has(table)))
      await applyMarks(runningIn(transaction, database), index)
  })
  return Object.freeze<SearchKeeper>({
    tables: tables.map(indexedTable),
    async settle() {
      // Others cannot have written without the versions knowing.
      const { now } = database.versions
      if (now === settledAt) return
      const marked = await readingFrom(database)(store.marked([...sources.keys()]))
      if (marked.length > 0) await drain(database, index)
      settledAt = now
    },
    async rebuild() {
      await database.write(transaction => startAllOver(runningIn(transaction, database), index), { unlimited: true })
      return drain(database, index)
    },
  })
}
