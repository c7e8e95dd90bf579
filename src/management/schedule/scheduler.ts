/**
 * Publishes and unpublishes entries when their time has come, through the same act as a person who does it by hand. What the server
 * missed while it was down is made up for, in order. A row is taken in the transaction that does it, so that nothing is done twice.
 */
import { NOTHING_STORED, withoutStoring } from '../../content/write/commit-write.ts'
import { PopulusError } from '../../errors.ts'
import { loadAdministrators } from '../../identity/administrators/administrators.ts'
import type { Fragment } from '../../sql/fragment.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import type { LoneWork } from '../../tasks/lone-worker.ts'
import { type ManagedType, managedType } from '../entries/managed-type.ts'
import { findPending } from '../entries/pending-changes.ts'
import { entriesReader } from '../entries/read-entries.ts'
import type { ManagementContext } from '../management-context.ts'
import { allRights } from '../rights/admin-rights.ts'
import { everyRight } from '../rights/every-right.ts'
import { checkHasDrafts } from '../writing/publication.ts'
import { publishAll } from '../writing/publish-entry.ts'
import {
  failScheduled,
  postponeScheduled,
  type ScheduledRow,
  scheduleTable,
  selectDue,
  selectNextDue,
  takeScheduled,
  toScheduled,
} from './schedule-rows.ts'

/** How many are done before the lease is looked at again. */
const TOGETHER = 10
/** After a failure that is none of the entry's, in milliseconds; and how long it is tried. */
const PAUSE = 30_000
const LONGEST = 24 * 60 * 60 * 1000
const GIVEN_UP = 'The server could not do it for a day; its log says why'
const GONE = 'The entry no longer exists'

export class Scheduler implements LoneWork {
  readonly #context: ManagementContext
  readonly #failed: (error: unknown) => void
  #version = -1
  #next = Number.POSITIVE_INFINITY

  constructor(context: ManagementContext, failed: (error: unknown) => void) {
    this.#context = context
    this.#failed = failed
  }

  /** The database is asked only after somebody has changed the schedule. */
  async isDue(): Promise<boolean> {
    const { database, clock } = this.#context
    await database.catchUp()
    const version = database.versions.latest([scheduleTable(database.dialect)])
    if (version !== this.#version) {
      const [row] = await readingFrom(database)(selectNextDue(database.dialect))
      this.#next = typeof row?.[0] === 'object' ? Number.POSITIVE_INFINITY : Number(row?.[0])
      this.#version = version
    }
    return this.#next <= clock()
  }

  async doSome(): Promise<boolean> {
    const { database, clock } = this.#context
    const due = await readingFrom(database)(selectDue(database.dialect, clock(), TOGETHER))
    for (const row of due.map(toScheduled)) await this.#do(row)
    // What was done elsewhere is seen, too.
    this.#version = -1
    return due.length === TOGETHER
  }

  async #do(row: ScheduledRow): Promise<void> {
    const { database, clock } = this.#context
    const { dialect } = database
    try {
      await this.#act(row)
    } catch (error) {
      const isRefused = error instanceof PopulusError && error.status < 500 && error.key !== 'versionConflict'
      if (!isRefused) this.#failed(error)
      const isOver = clock() > row.at + LONGEST
      await this.#store(
        isRefused || isOver
          ? failScheduled(dialect, row, isRefused ? reasonOf(error) : GIVEN_UP)
          : postponeScheduled(dialect, row, clock() + PAUSE),
      )
    }
  }

  async #act(row: ScheduledRow): Promise<void> {
    const { dialect } = this.#context.database
    const { id, action } = row
    const managed = await this.#managed(row)
    if (!(await this.#isNeeded(managed, row))) return this.#store(takeScheduled(dialect, row))
    const check: Parameters<typeof publishAll>[2]['check'] = async scope => {
      if ((await scope.ask(takeScheduled(dialect, row))).length === 0) throw NOTHING_STORED
    }
    await withoutStoring(() => publishAll(this.#context, managed, { ids: [id], to: action, check }))
  }

  /** The person who has set the time is its author, if there still is such a person. Their rights counted then. */
  async #managed({ uid, adminId }: ScheduledRow): Promise<ManagedType> {
    const { schema, admin } = this.#context
    const type = schema.types.get(uid)
    if (type === undefined) throw new PopulusError('badInput', { problems: `there is no content type ${uid}` })
    checkHasDrafts(type)
    const people = adminId === null ? [] : await loadAdministrators(admin)
    const person = people.find(each => each.id === adminId)
    return managedType(this.#context, person === undefined ? everyRight(schema) : allRights(schema, person), uid)
  }

  /** Somebody else may have published it meanwhile. Throws if the entry is gone. */
  async #isNeeded(managed: ManagedType, { uid, id, action }: ScheduledRow): Promise<boolean> {
    const entry = (await (await entriesReader(this.#context, managed, [id])).read()).get(id)
    if (entry === undefined) throw new PopulusError('badInput', { problems: GONE })
    if (action === 'unpublish') return entry.publishedAt !== null
    return entry.publishedAt === null || (await findPending(this.#context.database, uid, [id])).has(id)
  }

  async #store(statement: Fragment): Promise<void> {
    const { database } = this.#context
    await database.write(transaction => runningIn(transaction, database)(statement))
  }
}

const LONGEST_REASON = 1000

/** All problems of the entry, or what else was refused. */
function reasonOf({ message, details }: PopulusError): string {
  const { errors = [] } = details as { readonly errors?: readonly { readonly message: string }[] }
  const problems = errors.map(problem => problem.message)
  return (problems.length === 0 ? message : [...new Set(problems)].join('; ')).slice(0, LONGEST_REASON)
}
