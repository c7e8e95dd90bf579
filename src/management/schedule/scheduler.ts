/**
 * Does what has a set time when that has come, through the same acts as a person who does it by hand. What the server missed
 * while it was down is made up for, in order. A row is taken in the transaction that does it, so that nothing is done twice.
 */
import { PopulusError } from '../../errors.ts'
import type { Fragment } from '../../sql/fragment.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import type { LoneWork } from '../../tasks/lone-worker.ts'
import type { ManagementContext } from '../management-context.ts'
import { timedReleases } from '../releases/timed-releases.ts'
import type { DueAct, TimedWork } from './due-work.ts'
import { timedEntries } from './timed-entries.ts'

/** How many are done before the lease is looked at again. */
const TOGETHER = 10
/** After a failure that is none of the entry's, in milliseconds; and how long it is tried. */
const PAUSE = 30_000
const LONGEST = 24 * 60 * 60 * 1000
const GIVEN_UP = 'The server could not do it for a day; its log says why'

export class Scheduler implements LoneWork {
  readonly #context: ManagementContext
  readonly #failed: (error: unknown) => void
  readonly #kinds: readonly TimedWork[]
  #version = -1
  #next = Number.POSITIVE_INFINITY

  constructor(context: ManagementContext, failed: (error: unknown) => void) {
    this.#context = context
    this.#failed = failed
    this.#kinds = [timedEntries(context), timedReleases(context)]
  }

  /** The database is asked only after somebody has changed what is planned. */
  async isDue(): Promise<boolean> {
    const { database, clock } = this.#context
    await database.catchUp()
    const version = database.versions.latest(this.#kinds.map(({ table }) => table))
    if (version !== this.#version) {
      const times: number[] = []
      for (const { next } of this.#kinds) {
        const [row] = await readingFrom(database)(next)
        times.push(typeof row?.[0] === 'object' ? Number.POSITIVE_INFINITY : Number(row?.[0]))
      }
      this.#next = Math.min(...times)
      this.#version = version
    }
    return this.#next <= clock()
  }

  async doSome(): Promise<boolean> {
    const { clock } = this.#context
    const due: DueAct[] = []
    for (const kind of this.#kinds) due.push(...(await kind.due(clock(), TOGETHER)))
    const next = due.sort((one, other) => one.at - other.at).slice(0, TOGETHER)
    for (const act of next) await this.#do(act)
    // What was done elsewhere is seen, too.
    this.#version = -1
    return next.length === TOGETHER
  }

  async #do(due: DueAct): Promise<void> {
    const { clock } = this.#context
    try {
      await due.act()
    } catch (error) {
      const isRefused = error instanceof PopulusError && error.status < 500 && error.key !== 'versionConflict'
      if (!isRefused) this.#failed(error)
      const isOver = clock() > due.at + LONGEST
      await this.#store(isRefused || isOver ? due.fail(isRefused ? error : GIVEN_UP) : due.postpone(clock() + PAUSE))
    }
  }

  async #store(statement: Fragment): Promise<void> {
    const { database } = this.#context
    await database.write(transaction => runningIn(transaction, database)(statement))
  }
}
