/** What was done last in the whole project, as far as the person may read it: where a day begins. */
import type { Recent, RecentEntry, UntranslatedEntry } from '../../admin-api/draft-api.ts'
import type { Change } from '../../changes/change.ts'
import { toChange } from '../../changes/change-rows.ts'
import { idValue } from '../../identity/records/record-shape.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { column, sql } from '../../sql/fragment.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import type { ManagementContext } from '../management-context.ts'
import { selectLastPending } from '../pending/pending-changes.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { tellsOfVisible } from '../rights/tells-of-visible.ts'
import { AT_ONCE } from './find-ids.ts'
import { missingTranslations } from './missing-translations.ts'
import { type EntryPlace, keyOf, nameEntries } from './name-entries.ts'

/** So many of the last changes of entries that the person may read are looked at, and so many of their own. */
const LOOKED_AT = 300
/** So that a person who may read few entries does not make the database go through years. */
const AMONG = 10_000
const SHOWN = 6

interface Moment extends EntryPlace {
  readonly at: number
}

export async function recentEntries(context: ManagementContext, rights: AdminRights): Promise<Recent> {
  const me = rights.administrator.id
  const edited = await lastMoments(context, rights, { actions: EDITS })
  const published = await lastMoments(context, rights, { actions: ['publish'] })
  const mine = await lastMoments(context, rights, { actions: EDITS, by: me })
  const known = await entriesOf(context, rights, [...edited, ...published, ...mine])
  const shown = (list: readonly Moment[]) => list.flatMap(moment => known(moment) ?? [])
  return {
    edited: shown(edited).slice(0, SHOWN),
    published: shown(published).slice(0, SHOWN),
    mine: shown(mine)
      .filter(({ status }) => status === 'draft')
      .slice(0, SHOWN),
    untranslated: await untranslatedOf(context, rights, shown(edited)),
  }
}

/** Of several translations of an entry, the one that was edited last. */
async function untranslatedOf(
  context: ManagementContext,
  rights: AdminRights,
  entries: readonly RecentEntry[],
): Promise<readonly UntranslatedEntry[]> {
  const found = new Map<string, UntranslatedEntry>()
  const missing = new Map<string, Awaited<ReturnType<typeof missingTranslations>>>()
  for (const uid of new Set(entries.map(entry => entry.uid))) {
    const ids = entries.filter(entry => entry.uid === uid).map(({ id }) => id)
    const type = context.schema.types.get(uid)!
    missing.set(uid, await missingTranslations(context, rights, type, ids.slice(0, AT_ONCE)))
  }
  for (const entry of entries) {
    const of = missing.get(entry.uid)!.get(entry.id)
    const key = of === undefined ? undefined : keyOf({ type: entry.uid, id: of.first })
    if (key !== undefined && !found.has(key)) found.set(key, { ...entry, missing: of!.locales })
  }
  return [...found.values()].slice(0, SHOWN)
}

const EDITS: readonly Change['action'][] = ['create', 'update']

interface Wanted {
  readonly actions: readonly Change['action'][]
  /** An administrator. */
  readonly by?: number
}

/** The last one of each entry, the newest first: of the feed of changes, and of saved changes that wait to be published. */
async function lastMoments(
  context: ManagementContext,
  rights: AdminRights,
  { actions, by }: Wanted,
): Promise<readonly Moment[]> {
  const { api, database } = context
  const { dialect } = database
  const filter = { actions, limit: LOOKED_AT, among: AMONG, where: tellsOfVisible(context, rights, { alias: 'c' }) }
  const author = by === undefined ? {} : { by: { kind: 'admin' as const, id: by } }
  const rows =
    api.changes === undefined ? [] : await readingFrom(database)(api.changes.search({ ...filter, ...author }))
  const changes = rows.map(toChange).map(({ type, id, at }): Moment => ({ type, id, at }))
  if (!actions.includes('update')) return firstOfEach(changes)
  const ofOne = by === undefined ? sql`` : sql` and ${column('p', 'admin_id')} = ${idValue(dialect, by)}`
  const visible = sql`${tellsOfVisible(context, rights, { alias: 'p' })}${ofOne}`
  const [waiting = []] = await readRows(database, [selectLastPending(dialect, visible, LOOKED_AT)])
  const pending = waiting.map(([type, id, at]): Moment => ({ type: String(type), id: Number(id), at: Number(at) }))
  return firstOfEach([...changes, ...pending].sort((one, other) => other.at - one.at))
}

function firstOfEach(moments: readonly Moment[]): readonly Moment[] {
  const first = new Map<string, Moment>()
  for (const moment of moments) if (!first.has(keyOf(moment))) first.set(keyOf(moment), moment)
  return [...first.values()]
}

async function entriesOf(context: ManagementContext, rights: AdminRights, moments: readonly Moment[]) {
  const named = await nameEntries(context, rights, moments)
  return (moment: Moment): RecentEntry | undefined => {
    const item = named(moment)
    if (item === undefined) return undefined
    const { id, title, status, locale } = item
    return { uid: moment.type, id, title, status, locale, at: new Date(moment.at).toISOString() }
  }
}
