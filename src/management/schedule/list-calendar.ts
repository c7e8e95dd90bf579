/** What happens at set times from one moment to another: entries, and releases, also those that are done. */
import { z } from 'zod'
import type { CalendarEvent } from '../../admin-api/release-api.ts'
import { badInput, checkInput, moment } from '../../input/check-input.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import type { ManagementContext } from '../management-context.ts'
import { selectReleasesBetween, toRelease } from '../releases/release-rows.ts'
import { type SeenRelease, seenReleases, whatIsSeen } from '../releases/show-release.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { findScheduled } from './list-schedule.ts'

const MOST = 1000
const MOST_DAYS = 100
const DAY = 24 * 60 * 60 * 1000

const range = z.strictObject({ from: moment('2027-01-01T00:00:00Z'), to: moment('2027-01-01T00:00:00Z') })

export interface Calendar {
  readonly data: readonly CalendarEvent[]
  /** `more`: some are left out. */
  readonly meta: { readonly more: boolean }
}

export async function listCalendar(
  context: ManagementContext,
  rights: AdminRights,
  query: Readonly<Record<string, string | undefined>>,
): Promise<Calendar> {
  const { from, to } = checkInput(range, query)
  if (to <= from || to - from > MOST_DAYS * DAY)
    throw badInput([{ path: ['to'], message: `expected a later moment, at most ${MOST_DAYS} days after from` }])
  const { database } = context
  const entries = await findScheduled(context, rights, { between: { from, to }, most: MOST + 1 })
  const seen = { where: whatIsSeen(context, rights), most: MOST + 1 }
  const rows = await readingFrom(database)(selectReleasesBetween(database.dialect, { from, to }, seen))
  const releases = await seenReleases(context, rights, rows.map(toRelease))
  const data: CalendarEvent[] = [
    ...entries.map(({ at, action, state, uid, id, title, status, locale }) => ({
      ...{ kind: 'entry' as const, at, action, state },
      ...{ uid, id, title, status, locale },
    })),
    ...releases.map(releaseEvent),
  ]
  data.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  return {
    data: data.slice(0, MOST),
    meta: { more: entries.length > MOST || rows.length > MOST || data.length > MOST },
  }
}

/** A release that is done is at the moment when it was. */
function releaseEvent({ row, items, hidden }: SeenRelease): CalendarEvent {
  const { id, name, state, at, doneAt } = row
  return {
    kind: 'release',
    at: new Date((state === 'done' ? doneAt : at)!).toISOString(),
    state: state === 'open' ? 'waiting' : state,
    ...{ id, name, count: items.length + hidden },
  }
}
