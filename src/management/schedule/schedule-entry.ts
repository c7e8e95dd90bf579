/** Sets and shows when an entry is published and unpublished. */
import { z } from 'zod'
import type { EntrySchedule, ScheduledAct } from '../../admin-api/schedule-api.ts'
import { checkInput, textList } from '../../input/check-input.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import { entryReader } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import { releasesOf } from '../releases/releases-of.ts'
import { NOBODY } from '../rights/admin-rights.ts'
import { checkHasDrafts, type Publication } from '../writing/publication.ts'
import { translatedIds } from '../writing/translated-ids.ts'
import { namePeople } from './name-people.ts'
import { type ScheduledRow, selectOfEntries, toScheduled } from './schedule-rows.ts'
import { checkTimes, PLANNED_TIMES, storeTimes } from './store-times.ts'

const scheduleInput = z.strictObject({
  ...PLANNED_TIMES,
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
  const { locales, ...times } = checkInput(scheduleInput, body)
  const { type, rights } = managed
  checkHasDrafts(type)
  checkTimes(context, times)
  await checkCovered(context, managed, 'publish', [id])
  const ids = locales === undefined ? [id] : await translatedIds(await entryReader(context, managed), id, locales)
  await checkCovered(context, managed, 'publish', ids)
  await readThere(context, managed, ids)
  const { id: adminId } = rights.administrator
  const by = adminId === NOBODY ? null : ({ kind: 'admin', id: adminId } as const)
  await storeTimes(context, { type, ids, times, by })
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
  return rows.map(({ action, at, state, reason, by, setAt }) => ({
    ...{ action, at: new Date(at).toISOString(), state, reason },
    ...{ by: named(by?.kind === 'admin' ? by.id : null), setAt: new Date(setAt).toISOString() },
  }))
}

/** Throws `notFound` for an entry that is not there. */
async function readThere(context: ManagementContext, managed: ManagedType, ids: readonly number[]): Promise<void> {
  const reader = await entryReader(context, managed)
  for (const id of ids) await reader.read(id)
}
