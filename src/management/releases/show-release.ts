/** Releases as a person sees them. */
import { z } from 'zod'
import type { Release, ReleaseInfo, ReleaseItem } from '../../admin-api/release-api.ts'
import { PopulusError } from '../../errors.ts'
import { checkInput } from '../../input/check-input.ts'
import { type Fragment, literal, sql } from '../../sql/fragment.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import { managedType } from '../entries/managed-type.ts'
import { nameItems } from '../entries/name-related.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { tellsOfVisible } from '../rights/tells-of-visible.ts'
import { namePeople } from '../schedule/name-people.ts'
import { grouped } from './grouped.ts'
import {
  type ReleaseItemRow,
  type ReleaseRow,
  seenBy,
  selectRelease,
  selectReleaseItems,
  selectReleases,
  toRelease,
  toReleaseItem,
} from './release-rows.ts'
import { mayPlan, visibleItems } from './visible-items.ts'

const MOST = 100

const filter = z.strictObject({ state: z.enum(['open', 'done'], { error: 'expected open or done' }).optional() })

/** A release with what a person sees of it. */
export interface SeenRelease {
  readonly row: ReleaseRow
  readonly items: readonly ReleaseItemRow[]
  /** How many entries they may not publish. */
  readonly hidden: number
}

export async function listReleases(
  context: ManagementContext,
  rights: AdminRights,
  query: Readonly<Record<string, string | undefined>>,
): Promise<readonly ReleaseInfo[]> {
  const { state = 'open' } = checkInput(filter, query)
  const { database } = context
  const seen = { where: whatIsSeen(context, rights), most: MOST }
  const rows = await readingFrom(database)(selectReleases(database.dialect, state === 'done', seen))
  return releaseInfos(context, await seenReleases(context, rights, rows.map(toRelease)))
}

/** Throws `notFound` for a release that the person does not see. */
export async function openRelease(context: ManagementContext, rights: AdminRights, id: string): Promise<SeenRelease> {
  const { database } = context
  const rows = id.includes('\0') ? [] : await readingFrom(database)(selectRelease(database.dialect, id))
  const [seen] = await seenReleases(context, rights, rows.map(toRelease))
  if (seen === undefined) throw new PopulusError('notFound')
  return seen
}

/** Of rows `r`, those of `seenReleases`, so that others take no place in a list. */
export function whatIsSeen(context: ManagementContext, rights: AdminRights): Fragment {
  if (rights.superAdmin) return sql`${literal(1)} = ${literal(1)}`
  const visible = tellsOfVisible(context, rights, { alias: 'i', actions: ['read', 'publish'], gone: true })
  return seenBy(context.database.dialect, rights.administrator.id, visible)
}

/** Those of which the person sees an entry, those that are empty, and those that they have made. */
export async function seenReleases(
  context: ManagementContext,
  rights: AdminRights,
  rows: readonly ReleaseRow[],
): Promise<readonly SeenRelease[]> {
  if (rows.length === 0 || !mayPlan(context, rights)) return []
  const { database } = context
  const ids = rows.map(({ id }) => id)
  const all = (await readingFrom(database)(selectReleaseItems(database.dialect, ids))).map(toReleaseItem)
  const items = grouped(await visibleItems(context, rights, all), ({ release }) => release)
  const counts = grouped(all, ({ release }) => release)
  return rows.flatMap(row => {
    const visible = items.get(row.id) ?? []
    const hidden = (counts.get(row.id)?.length ?? 0) - visible.length
    const isSeen = rights.superAdmin || visible.length > 0 || hidden === 0 || row.createdBy === rights.administrator.id
    return isSeen ? [{ row, items: visible, hidden }] : []
  })
}

export async function showRelease(context: ManagementContext, rights: AdminRights, id: string): Promise<Release> {
  const seen = await openRelease(context, rights, id)
  const { row, items, hidden } = seen
  const [info] = await releaseInfos(context, [seen])
  const keys = new Set(items.map(keyOf))
  return {
    ...info!,
    items: await namedItems(context, rights, items),
    problems: row.problems.filter(({ uid, id: entry }) => uid === null || keys.has(`${uid} ${entry}`)),
    mayChange: hidden === 0 && row.state !== 'done',
  }
}

async function releaseInfos(context: ManagementContext, seen: readonly SeenRelease[]): Promise<readonly ReleaseInfo[]> {
  if (seen.length === 0) return []
  const named = await namePeople(context)
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return seen.map(({ row, items, hidden }) => ({
    id: row.id,
    name: row.name,
    state: row.state === 'open' && row.at !== null ? 'waiting' : row.state,
    at: moment(row.at),
    by: named(row.setBy),
    createdAt: new Date(row.createdAt).toISOString(),
    createdBy: named(row.createdBy),
    doneAt: moment(row.doneAt),
    doneBy: named(row.doneBy),
    count: items.length + hidden,
    hidden,
  }))
}

async function namedItems(
  context: ManagementContext,
  rights: AdminRights,
  items: readonly ReleaseItemRow[],
): Promise<readonly ReleaseItem[]> {
  const found = new Map<string, Omit<ReleaseItem, 'uid' | 'id' | 'action'>>()
  for (const [uid, some] of grouped(items, item => item.uid)) {
    if (!context.schema.types.has(uid)) continue
    const { access } = managedType(context, rights, uid)
    const names = await nameItems(context, access, { uid, ids: some.map(({ id }) => id) })
    for (const { id, title, status, locale } of names) found.set(`${uid} ${id}`, { title, status, locale })
  }
  return items.map(({ uid, id, action }) => {
    const { title, status, locale } = found.get(`${uid} ${id}`) ?? { title: `#${id}`, status: null, locale: null }
    return { uid, id, action, title, status, locale }
  })
}

export function keyOf({ uid, id }: { readonly uid: string; readonly id: number }): string {
  return `${uid} ${id}`
}
