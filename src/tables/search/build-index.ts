/** Indexes what is not indexed yet, a few rows in each transaction: what others have marked, and whole tables in the order of their ids. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../storage/database.ts'
import { type RunFragment, readingFrom, runningIn } from '../../storage/run-fragment.ts'
import {
  applyMarks,
  BATCH,
  columnsOf,
  describedMarks,
  indexStored,
  type MarkedIndex,
  tidyIndex,
} from './apply-marks.ts'

/** How many rows are indexed in one transaction: an interruption loses little, and other writers wait for few. */
const IN_ONE_TRANSACTION = 500
/** From how many rows on the index is put in order afterwards. */
const MANY = 5000
/** How long to leave a table to another process before looking again. */
const ELSEWHERE_MILLISECONDS = 200

export interface BuildOptions {
  /** Asked after each transaction, with the number of rows so far. */
  readonly goesOn?: (rows: number) => boolean
  /** Whether half of the time is left to others who write, in other processes too. */
  readonly isPatient?: boolean
}

/** Returns the number of rows that it has indexed. */
export async function buildIndex(
  database: Database,
  index: MarkedIndex,
  { goesOn = () => true, isPatient = false }: BuildOptions = {},
): Promise<number> {
  const writing = <T>(work: (run: RunFragment) => Promise<T>) =>
    database.write(transaction => work(runningIn(transaction, database)), { unlimited: true })
  let rows = 0
  do {
    const begun = performance.now()
    const indexed = await writing(run => indexSome(run, index))
    rows += indexed
    if (isPatient) await sleep(performance.now() - begun)
    if (indexed > 0) continue
    if (!(await isUnbuilt(database, index))) {
      if (rows >= MANY) await writing(run => tidyIndex(run, index))
      return rows
    }
    await sleep(ELSEWHERE_MILLISECONDS)
  } while (goesOn(rows))
  return rows
}

async function isUnbuilt(database: Database, { store, sources }: MarkedIndex): Promise<boolean> {
  return (await readingFrom(database)(store.unbuilt([...sources.keys()]))).length > 0
}

/** Returns 0 if nothing is left, or only what another process is indexing. */
async function indexSome(run: RunFragment, index: MarkedIndex): Promise<number> {
  let rows = await applyMarks(run, index, IN_ONE_TRANSACTION)
  while (rows < IN_ONE_TRANSACTION) {
    const built = await buildSome(run, index)
    if (built === undefined) break
    // A table may be empty, which is work done as well.
    rows += Math.max(built, 1)
  }
  return rows
}

/** The next rows of a table. Whoever changes them later marks them again. Returns their number. */
async function buildSome(run: RunFragment, { store, sources }: MarkedIndex): Promise<number | undefined> {
  const [[id, last] = []] = await run(store.takeUnbuilt([...sources.keys()]))
  if (id === undefined) return undefined
  const source = sources.get(Number(id))!
  const stored = await run(store.rowsAfter(source.table, columnsOf(source), Number(last), BATCH))
  const rows = stored.map(([row]) => Number(row))
  if (rows.length > 0) await indexStored(run, store, { id: Number(id), source, rows, stored })
  const next = rows.length < BATCH ? store.removeUnbuilt(Number(id)) : store.saveUnbuilt(Number(id), rows.at(-1)!)
  await run(describedMarks(next))
  return rows.length
}
