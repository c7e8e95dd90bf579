/** The times at which entries are published and unpublished, whoever sets them: an administrator, the command line, a client. */
import type { Author } from '../../changes/change.ts'
import { badInput } from '../../input/check-input.ts'
import type { ContentType } from '../../schema/schema.ts'
import { changeAlone } from '../../storage/change-alone.ts'
import type { ManagementContext } from '../management-context.ts'
import type { Publication } from '../writing/publication.ts'
import { plannedTime, timeProblems } from './planned-time.ts'
import { deleteScheduled, type ScheduledRow, selectOfEntries, storeScheduled, toScheduled } from './schedule-rows.ts'

export const PLANNED_TIMES = { publishAt: plannedTime(), unpublishAt: plannedTime() }

/** Milliseconds since 1970. What is absent stays; `null` removes it. */
export interface WantedTimes {
  readonly publishAt?: number | null | undefined
  readonly unpublishAt?: number | null | undefined
}

/** Throws `badInput` for times that say nothing, or that are over. */
export function checkTimes({ clock }: ManagementContext, times: WantedTimes): void {
  const named = actsIn(times)
  if (named.length === 0) throw badInput([{ path: [], message: 'expected publishAt or unpublishAt' }])
  const problems = named.flatMap(([action, at]) => timeProblems(`${action}At`, at, clock()))
  if (problems.length > 0) throw badInput(problems)
}

interface TimesOrder {
  readonly type: ContentType
  readonly ids: readonly number[]
  readonly times: WantedTimes
  readonly by: Author | null
}

/** Stores all of it or nothing. Returns what the entries have then. */
export async function storeTimes(
  context: ManagementContext,
  { type, ids, times, by }: TimesOrder,
): Promise<readonly ScheduledRow[]> {
  const { database } = context
  const { dialect } = database
  const { uid } = type
  const setAt = context.clock()
  return changeAlone(database, `times of ${uid}`, async run => {
    for (const [action, at] of actsIn(times)) {
      if (at === null) await run(deleteScheduled(dialect, { uid, ids, action }))
      else for (const id of ids) await run(storeScheduled(dialect, { uid, id, action, at, by, setAt }))
    }
    const rows = (await run(selectOfEntries(dialect, uid, ids))).map(toScheduled)
    checkApart(rows)
    return rows
  })
}

export function actsIn({ publishAt, unpublishAt }: WantedTimes): readonly (readonly [Publication, number | null])[] {
  const acts = [['publish', publishAt] as const, ['unpublish', unpublishAt] as const]
  return acts.flatMap(([action, at]) => (at === undefined ? [] : [[action, at] as const]))
}

/** What is done first would be a matter of chance. */
function checkApart(rows: readonly ScheduledRow[]): void {
  const times = rows.map(({ id, at }) => `${id} ${at}`)
  if (new Set(times).size < times.length)
    throw badInput([{ path: ['unpublishAt'], message: 'expected another time than that of publishAt' }])
}
