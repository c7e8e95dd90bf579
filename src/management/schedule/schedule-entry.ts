/** Sets and shows when an entry is published and unpublished. */
import { z } from 'zod'
import type { EntrySchedule, ScheduledAct } from '../../admin-api/schedule-api.ts'
import { badInput, checkInput, textList } from '../../input/check-input.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import { entryReader } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import { releasesOf } from '../releases/releases-of.ts'
import { NOBODY } from '../rights/every-right.ts'
import { checkHasDrafts, type Publication } from '../writing/publication.ts'
import { translatedIds } from '../writing/translated-ids.ts'
import { namePeople } from './name-people.ts'
import { plannedTime, timeProblems } from './planned-time.ts'
import { deleteScheduled, type ScheduledRow, selectOfEntries, storeScheduled, toScheduled } from './schedule-rows.ts'

const scheduleInput = z.strictObject({
  publishAt: plannedTime(),
  unpublishAt: plannedTime(),
  locales: textList().optional(),
})

export interface ScheduleOrder {
  readonly id: number
  readonly body: unknown
}

/** The entry, and its translations in the locales that the body names. What the body does not name stays; `null` removes it. */
export async function scheduleEntry(
  context: ManagementContext,
  managed: ManagedType,
  { id, body }: ScheduleOrder,
): Promise<EntrySchedule> {
  const { locales, publishAt, unpublishAt } = checkInput(scheduleInput, body)
  const { type, rights } = managed
  const wanted = new Map<Publication, number | null | undefined>([
    ['publish', publishAt],
    ['unpublish', unpublishAt],
  ])
  checkHasDrafts(type)
  checkTimes(wanted, context.clock())
  await checkCovered(context, managed, 'publish', [id])
  const ids = locales === undefined ? [id] : await translatedIds(await entryReader(context, managed), id, locales)
  await checkCovered(context, managed, 'publish', ids)
  await readThere(context, managed, ids)
  const { database } = context
  const { dialect } = database
  const adminId = rights.administrator.id === NOBODY ? null : rights.administrator.id
  const setAt = context.clock()
  await database.write(async transaction => {
    const run = runningIn(transaction, database)
    for (const [action, at] of wanted) {
      if (at === undefined) continue
      if (at === null) await run(deleteScheduled(dialect, { uid: type.uid, ids, action }))
      else
        for (const each of ids)
          await run(storeScheduled(dialect, { uid: type.uid, id: each, action, at, adminId, setAt }))
    }
    const rows = (await run(selectOfEntries(dialect, type.uid, ids))).map(toScheduled)
    checkApart(rows)
  })
  return entrySchedule(context, managed, id)
}

export async function entrySchedule(
  context: ManagementContext,
  managed: ManagedType,
  id: number,
): Promise<EntrySchedule> {
  await checkCovered(context, managed, 'read', [id])
  const { database } = context
  const rows = await readingFrom(database)(selectOfEntries(database.dialect, managed.type.uid, [id]))
  const acts = await shownActs(context, rows.map(toScheduled))
  const of = (action: Publication) => acts.find(act => act.action === action) ?? null
  const releases = await releasesOf(context, managed, id)
  return { publish: of('publish'), unpublish: of('unpublish'), releases }
}

/** With the names of the people, in the same order. */
export async function shownActs(
  context: ManagementContext,
  rows: readonly ScheduledRow[],
): Promise<readonly ScheduledAct[]> {
  if (rows.length === 0) return []
  const named = await namePeople(context)
  return rows.map(({ action, at, state, reason, adminId, setAt }) => ({
    ...{ action, at: new Date(at).toISOString(), state, reason },
    ...{ by: named(adminId), setAt: new Date(setAt).toISOString() },
  }))
}

function checkTimes(wanted: ReadonlyMap<Publication, number | null | undefined>, now: number): void {
  if ([...wanted.values()].every(at => at === undefined))
    throw badInput([{ path: [], message: 'expected publishAt or unpublishAt' }])
  const problems = [...wanted].flatMap(([action, at]) => timeProblems(`${action}At`, at, now))
  if (problems.length > 0) throw badInput(problems)
}

/** What is done first would be a matter of chance. */
function checkApart(rows: readonly ScheduledRow[]): void {
  const times = rows.map(({ id, at }) => `${id} ${at}`)
  if (new Set(times).size < times.length)
    throw badInput([{ path: ['unpublishAt'], message: 'expected another time than that of publishAt' }])
}

/** Throws `notFound` for an entry that is not there. */
async function readThere(context: ManagementContext, managed: ManagedType, ids: readonly number[]): Promise<void> {
  const reader = await entryReader(context, managed)
  for (const id of ids) await reader.read(id)
}
