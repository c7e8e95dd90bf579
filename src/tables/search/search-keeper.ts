/** Keeps a search index up to date while a process works with the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PopulusError } from '../../errors.ts'
import { indexedTable } from '../../kept/dependencies/content-change.ts'
import type { Database } from '../../storage/database.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { applyMarks, type MarkedIndex, startAllOver } from './apply-marks.ts'
import { buildIndex } from './build-index.ts'

export interface SearchKeeper {
  /** What the index has of each table, by the names that answers depend on. */
  readonly tables: readonly string[]
  /**
   * Afterwards the index has everything of these tables that was committed before, by others, too. Throws `searchIncomplete` if that
   * takes a while and is done in the background.
   */
  settle(tables: readonly string[]): Promise<void>
  /** Builds the index again and returns the number of indexed rows. */
  rebuild(): Promise<number>
  /** From now on, what takes a while is done in the background. */
  serve(log: SearchLog): void
  /** Resolves when the background is at rest. */
  stop(): Promise<void>
}

export interface SearchLog {
  readonly info: (line: string) => void
  readonly failed: (error: unknown, message: string) => void
}

/** As many rows are indexed at once, while a request waits. */
export const SOON = 2000
/** As many marks are applied by a transaction of a server. Those of others may be many more. */
const IN_A_WRITE = 500
const RETRY_SECONDS = 10

export function searchKeeper(database: Database, index: MarkedIndex): SearchKeeper {
  const tables = [...index.sources.values()].map(({ table }) => table)
  const watched = new Set(tables)
  const background = new BackgroundBuild(database, index)
  let settledAt = -1
  database.beforeCommit(async (transaction, change) => {
    if (change !== 'all' && !change.some(({ table }) => watched.has(table))) return
    const most = background.serves ? IN_A_WRITE : undefined
    const taken = await applyMarks(runningIn(transaction, database), index, most)
    if (most !== undefined && taken >= most) background.begin()
  })
  return Object.freeze<SearchKeeper>({
    tables: tables.map(indexedTable),
    async settle(asked) {
      // Others cannot have written without the versions knowing.
      const { now } = database.versions
      if (now === settledAt) return
      const left = await leftIn(database, index)
      if (isNothing(left)) settledAt = now
      else if (!background.serves) await buildIndex(database, index)
      else {
        if (left.unbuilt.size > 0 || left.marks >= SOON) background.begin()
        if (left.marks >= SOON || asked.some(table => left.unbuilt.has(table)))
          throw await searchIncomplete(database, index, left)
        await database.write(async transaction => void (await applyMarks(runningIn(transaction, database), index)))
      }
    },
    async rebuild() {
      await database.write(transaction => startAllOver(runningIn(transaction, database), index), { unlimited: true })
      return buildIndex(database, index)
    },
    serve: log => background.serve(log),
    stop: () => background.stop(),
  })
}

/** Indexes everything that is left, once it is known that there is something. */
class BackgroundBuild {
  readonly #database: Database
  readonly #index: MarkedIndex
  readonly #stopped = new AbortController()
  #log: SearchLog | undefined
  #running: Promise<void> | undefined

  constructor(database: Database, index: MarkedIndex) {
    this.#database = database
    this.#index = index
  }

  get serves(): boolean {
    return this.#log !== undefined
  }

  serve(log: SearchLog): void {
    this.#log = log
    this.begin()
  }

  begin(): void {
    if (this.#stopped.signal.aborted) return
    this.#running ??= this.#build().finally(() => {
      this.#running = undefined
    })
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #build(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      try {
        if (isNothing(await leftIn(this.#database, this.#index))) return
        const rows = await buildIndex(this.#database, this.#index, {
          isPatient: true,
          goesOn: () => !signal.aborted,
        })
        if (rows >= SOON) this.#log?.info(`indexed ${rows} rows for search`)
        return
      } catch (error) {
        this.#log?.failed(error, 'the search index could not be built, and is tried again')
        await sleep(RETRY_SECONDS * 1000, undefined, { signal }).catch(() => {})
      }
    }
  }
}

interface Left {
  /** Up to `SOON`. */
  readonly marks: number
  /** The last indexed row of each table that is not indexed as a whole, by the names that answers depend on. */
  readonly unbuilt: ReadonlyMap<string, number>
}

function isNothing({ marks, unbuilt }: Left): boolean {
  return marks === 0 && unbuilt.size === 0
}

async function leftIn(database: Database, { store, sources }: MarkedIndex): Promise<Left> {
  const run = readingFrom(database)
  const ids = [...sources.keys()]
  const unbuilt = await run(store.unbuilt(ids))
  const [[marks] = []] = await run(store.marked(ids, SOON))
  return {
    marks: Number(marks),
    unbuilt: new Map(unbuilt.map(([id, last]) => [indexedTable(sources.get(Number(id))!.table), Number(last)])),
  }
}

/** Ids stand for rows: few of them are missing. */
async function searchIncomplete(
  database: Database,
  { store, sources }: MarkedIndex,
  { unbuilt }: Left,
): Promise<PopulusError> {
  const run = readingFrom(database)
  let [done, all] = [0, 0]
  for (const { table } of sources.values()) {
    const [[last] = []] = await run(store.lastRow(table))
    all += Number(last ?? 0)
    done += Math.min(Number(last ?? 0), unbuilt.get(indexedTable(table)) ?? Number.POSITIVE_INFINITY)
  }
  const percent = Math.min(99, Math.floor((100 * done) / Math.max(1, all)))
  return new PopulusError('searchIncomplete', { percent }, { retryAfter: RETRY_SECONDS })
}
