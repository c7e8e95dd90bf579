/** Everything that is to be done at a set time, and what could not be done, as far as a person may read its entries. */
import { z } from 'zod'
import type { ScheduledEntry } from '../../admin-api/schedule-api.ts'
import { checkInput, text } from '../../input/check-input.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { coveredIds, type ManagedType, managedType } from '../entries/managed-type.ts'
import { nameItems } from '../entries/name-related.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { tellsOfVisible } from '../rights/tells-of-visible.ts'
import { shownActs } from './schedule-entry.ts'
import { type ScheduledRow, type ScheduleFilter, selectSchedule, toScheduled } from './schedule-rows.ts'

const MOST = 1000

const filter = z.strictObject({
  uid: text().optional(),
  state: z.enum(['waiting', 'failed'], { error: 'expected waiting or failed' }).optional(),
})

/** The next ones first. `query` is text. */
export async function listSchedule(
  context: ManagementContext,
  rights: AdminRights,
  query: Readonly<Record<string, string | undefined>>,
): Promise<readonly ScheduledEntry[]> {
  return findScheduled(context, rights, { ...checkInput(filter, query), most: MOST })
}

/** Entries that the person may not read are left out. */
export async function findScheduled(
  context: ManagementContext,
  rights: AdminRights,
  wanted: Omit<ScheduleFilter, 'where'>,
): Promise<readonly ScheduledEntry[]> {
  const { database, schema } = context
  const where = tellsOfVisible(context, rights, { alias: 's' })
  const rows = (await readingFrom(database)(selectSchedule(database.dialect, { ...wanted, where }))).map(toScheduled)
  const named = new Map<string, Named>()
  for (const uid of new Set(rows.map(row => row.uid))) {
    if (!schema.types.has(uid) || rights.grant(uid, 'read') === null) continue
    const ids = [...new Set(rows.filter(row => row.uid === uid).map(({ id }) => id))]
    for (const item of await namesOf(context, managedType(context, rights, uid), ids)) named.set(keyOf(item), item)
  }
  const readable = rows.filter(row => named.has(keyOf(row)))
  const acts = await shownActs(context, readable)
  return readable.map((row, index) => ({ ...named.get(keyOf(row))!, ...acts[index]! }))
}

type Named = Pick<ScheduledEntry, 'uid' | 'id' | 'title' | 'status' | 'locale'>

const keyOf = ({ uid, id }: Pick<ScheduledRow, 'uid' | 'id'>): string => `${uid} ${id}`

/** An entry that a Strapi has deleted keeps its line, so that somebody sees why nothing happened. */
async function namesOf(
  context: ManagementContext,
  managed: ManagedType,
  ids: readonly number[],
): Promise<readonly Named[]> {
  const { type, access, grant } = managed
  const uid = type.uid
  const covered = await coveredIds(context, managed, grant, ids)
  const found = new Map((await nameItems(context, access, { uid, ids: covered })).map(item => [item.id, item]))
  return covered.map(id => {
    const { title = `#${id}`, status = null, locale = null } = found.get(id) ?? {}
    return { uid, id, title, status, locale }
  })
}
