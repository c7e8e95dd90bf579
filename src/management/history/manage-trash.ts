/** Deleted entries, as far as the person may read them. */
import { z } from 'zod'
import type { RecordedValues, TrashItem } from '../../admin-api/history-api.ts'
import type { EntryHistory } from '../../content/entry-history.ts'
import { PopulusError } from '../../errors.ts'
import type { StoredVersion } from '../../history/version-record.ts'
import { toStoredVersion, unpackRecord } from '../../history/version-store.ts'
import { checkInput, text } from '../../input/check-input.ts'
import type { ContentType } from '../../schema/schema.ts'
import { isIn } from '../../sql/compile-write.ts'
import { type Fragment, join, name, sql, value } from '../../sql/fragment.ts'
import { readingFrom, runningIn } from '../../storage/run-fragment.ts'
import { type ManagedType, managedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { type ActionGrant, type AdminRights, isManaged } from '../rights/admin-rights.ts'
import { needGrant } from '../rights/row-conditions.ts'
import { wholeNumber } from './history-input.ts'
import { nameAuthors } from './name-authors.ts'
import { shownTitle, shownValues } from './shown-record.ts'

const MOST = 100

const filter = z.strictObject({
  uid: text().optional(),
  entry: wholeNumber(Number.MAX_SAFE_INTEGER).optional(),
  before: wholeNumber(Number.MAX_SAFE_INTEGER).optional(),
  limit: wholeNumber(MOST).optional(),
})

/** A deleted entry, and what the person may do with its type. */
export interface TrashedEntry {
  readonly managed: ManagedType
  readonly stored: StoredVersion
}

export interface TrashPage {
  readonly data: readonly TrashItem[]
  readonly meta: { readonly more: boolean }
}

export async function listTrash(
  context: ManagementContext,
  rights: AdminRights,
  query: Readonly<Record<string, string | undefined>>,
): Promise<TrashPage> {
  const { uid, entry, before, limit = MOST } = checkInput(filter, query)
  const { store } = needHistory(context, 'trash')
  const types = uid === undefined ? [...context.schema.types.values()] : [managedType(context, rights, uid).type]
  const visible = types.flatMap(type => visibleOf(type, rights.grant(type.uid, 'read')))
  if (visible.length === 0) return { data: [], meta: { more: false } }
  const rows = await readingFrom(context.database)(
    store.trash({ visible: join(visible, ' or '), entry, before, limit: limit + 1 }),
  )
  const found = rows.slice(0, limit).map(toStoredVersion)
  return { data: await toItems(context, rights, found), meta: { more: rows.length > limit } }
}

/** Throws `notFound` also for an entry that the person might not read. */
export async function findTrashed(context: ManagementContext, rights: AdminRights, id: number): Promise<TrashedEntry> {
  const { store } = needHistory(context, 'trash')
  const [row] = await readingFrom(context.database)(store.find(id))
  const stored = row === undefined ? undefined : toStoredVersion(row)
  if (stored?.trash !== true) throw new PopulusError('notFound')
  const managed = managedType(context, rights, stored.type)
  if (!coversStored(managed.type, managed.grant, stored)) throw new PopulusError('notFound')
  return { managed, stored }
}

export async function showTrashed(
  context: ManagementContext,
  rights: AdminRights,
  id: number,
): Promise<TrashItem & RecordedValues> {
  const { managed, stored } = await findTrashed(context, rights, id)
  const [item] = await toItems(context, rights, [stored])
  return { ...item!, ...(await shownValues(context, managed, unpackRecord(stored.content))) }
}

/** For good. */
export async function purgeTrashed(context: ManagementContext, rights: AdminRights, id: number): Promise<void> {
  const { managed, stored } = await findTrashed(context, rights, id)
  const grant = needGrant(rights, managed.type, 'delete')
  if (!coversStored(managed.type, grant, stored)) throw new PopulusError('forbidden')
  const { store } = needHistory(context, 'trash')
  const { database } = context
  await database.write(transaction => runningIn(transaction, database)(store.purge(stored)))
}

export function needHistory({ content }: ManagementContext, use: 'versions' | 'trash'): EntryHistory {
  if (content.history?.[use] !== true)
    throw new PopulusError('historyOff', { setting: use === 'trash' ? 'trash' : 'history' })
  return content.history
}

/** As `rowCondition` says it for entries that exist. */
export function coversStored(
  { localized }: ContentType,
  { locales, creators }: ActionGrant,
  { locale, creator }: Pick<StoredVersion, 'locale' | 'creator'>,
): boolean {
  const inLocale = locales === null || !localized || (locale !== null && locales.has(locale))
  return inLocale && (creators === null || (creator !== null && creators.has(creator)))
}

function visibleOf(type: ContentType, grant: ActionGrant | null): readonly Fragment[] {
  if (grant === null || !isManaged(type)) return []
  const { locales, creators } = grant
  if (creators?.size === 0 || (type.localized && locales?.size === 0)) return []
  const ofLocale =
    locales === null || !type.localized
      ? []
      : [sql`${name('locale')} in (${join([...locales].map(locale => value(locale)))})`]
  const ofCreator = creators === null ? [] : [isIn(name('creator_id'), [...creators])]
  return [sql`(${join([sql`uid = ${value(type.uid)}`, ...ofLocale, ...ofCreator], ' and ')})`]
}

async function toItems(
  context: ManagementContext,
  rights: AdminRights,
  found: readonly StoredVersion[],
): Promise<readonly TrashItem[]> {
  const named = await nameAuthors(
    context,
    found.map(({ by }) => by),
  )
  const items: TrashItem[] = []
  for (const { version, type: uid, id: entry, locale, at, by, content } of found) {
    const record = unpackRecord(content)
    const title = await shownTitle(context, managedType(context, rights, uid), { id: entry, record })
    const deletedAt = new Date(at).toISOString()
    items.push({ id: version, uid, entry, title, locale, deletedAt, by: named(by) })
  }
  return items
}
