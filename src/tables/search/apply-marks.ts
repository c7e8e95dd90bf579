/** Brings the index up to date with the rows that were marked, in the transaction that is given. */
import { indexedTable } from '../../kept/dependencies/content-change.ts'
import { changing, type Fragment } from '../../sql/fragment.ts'
import type { Row } from '../../sql/statement.ts'
import type { RunFragment } from '../../storage/run-fragment.ts'
import { type IndexedRow, indexRow, type NearWord, nearEntries } from './index-row.ts'
import type { SearchSource } from './search-sources.ts'
import type { SearchStore } from './search-store.ts'

/** The sources by their numbers in the index. */
export type NumberedSources = ReadonlyMap<number, SearchSource>

/** How many rows are indexed at a time. */
export const BATCH = 100
/** How many keys of similar words are stored at a time. */
const NEAR_BATCH = 2000
/** Stands for every row of a table. */
const ALL_ROWS = 0
const MARKS = 'search:marks'

export interface MarkedIndex {
  readonly store: SearchStore
  readonly sources: NumberedSources
}

/** Returns the number of marks that it took. Fewer than `BATCH` means that none are left. */
async function applySomeMarks(run: RunFragment, { store, sources }: MarkedIndex): Promise<number> {
  const marks = await run(describedMarks(store.takeMarks([...sources.keys()], BATCH)))
  const rows = new Map<number, Set<number>>()
  for (const [source, row] of marks) rows.set(Number(source), (rows.get(Number(source)) ?? new Set()).add(Number(row)))
  // The same order everywhere, so that two processes do not wait for each other.
  for (const [id, marked] of [...rows].sort(([a], [b]) => a - b)) {
    const source = sources.get(id)!
    if (marked.has(ALL_ROWS)) await startOver(run, store, [id, source])
    else await indexRows(run, store, { id, source, rows: [...marked].sort((a, b) => a - b) })
  }
  return marks.length
}

/** Returns the number of marks that it took, about `most` of them if there are more. */
export async function applyMarks(
  run: RunFragment,
  index: MarkedIndex,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  let taken = 0
  for (;;) {
    const more = await applySomeMarks(run, index)
    taken += more
    if (more < BATCH || taken >= most) return taken
  }
}

/** Everything goes, and no row counts as indexed. */
export async function startAllOver(run: RunFragment, { store, sources }: MarkedIndex): Promise<void> {
  await run(describedMarks(store.removeNear))
  for (const source of sources) await startOver(run, store, source)
}

/** After many rows, so that looking up words takes less. */
export async function tidyIndex(run: RunFragment, { store }: MarkedIndex): Promise<void> {
  for (const statement of store.tidy) await run(describedMarks(statement))
}

/** Everything that the index has of a source goes, and none of its rows counts as indexed. */
export async function startOver(
  run: RunFragment,
  store: SearchStore,
  [id, { table }]: readonly [number, SearchSource],
): Promise<void> {
  await run(described(store.removeAll(id), indexedTable(table)))
  await run(describedMarks(store.saveUnbuilt(id, 0)))
}

interface MarkedRows {
  readonly id: number
  readonly source: SearchSource
  readonly rows: readonly number[]
}

async function indexRows(run: RunFragment, store: SearchStore, { id, source, rows }: MarkedRows): Promise<void> {
  const stored = await run(store.rows(source.table, columnsOf(source), rows))
  await indexStored(run, store, { id, source, rows, stored })
}

interface StoredRows extends MarkedRows {
  /** What is there of `rows`: `id` and the columns as text. */
  readonly stored: readonly Row[]
}

export async function indexStored(
  run: RunFragment,
  store: SearchStore,
  { id, source, rows, stored }: StoredRows,
): Promise<void> {
  const { table, fields } = source
  const change = indexedTable(table)
  const indexed = stored.map(
    ([row, ...values]) => [Number(row), indexRow(fields, values as (string | null)[])] as const,
  )
  await run(described(store.remove(id, rows), change))
  const filled = indexed.filter(([, { tokens }]) => tokens.length > 0)
  if (filled.length === 0) return
  await addNear(
    run,
    store,
    filled.map(([, row]) => row),
    change,
  )
  await run(described(store.add(id, filled), change))
}

/** Most words of a text are known already. */
async function addNear(
  run: RunFragment,
  store: SearchStore,
  rows: readonly IndexedRow[],
  change: string,
): Promise<void> {
  const near = new Map<string, NearWord>()
  for (const row of rows) for (const [token, word] of row.near) near.set(token, word)
  if (near.size === 0) return
  const known = new Set((await run(store.knownNear([...near.keys()]))).map(([token]) => token))
  const added = [...near].filter(([token]) => !known.has(token)).sort(([a], [b]) => (a < b ? -1 : 1))
  const entries = nearEntries(added)
  for (let at = 0; at < entries.length; at += NEAR_BATCH)
    await run(described(store.addNear(entries.slice(at, at + NEAR_BATCH)), change))
}

export function columnsOf({ fields }: SearchSource): readonly string[] {
  return fields.map(({ column }) => column)
}

/** Changes to what is not indexed yet. */
export function describedMarks(statement: Fragment): Fragment {
  return described(statement, MARKS)
}

/** Answers that depend on what the index has of a table learn that it has changed. */
function described(statement: Fragment, table: string): Fragment {
  return changing(statement, { table, kind: 'any', columns: [], keys: {} })
}
