/** What was done last in the whole project, as far as the person may read it: where a day begins. */
import type { Recent, RecentEntry, UntranslatedEntry } from '../../admin-api/draft-api.ts'
import type { Change } from '../../changes/change.ts'
import { toChange } from '../../changes/change-rows.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import { readingFrom } from '../../storage/run-fragment.ts'
import type { ManagementContext } from '../management-context.ts'
import type { AdminRights } from '../rights/admin-rights.ts'
import { AT_ONCE } from './find-ids.ts'
import { missingTranslations } from './missing-translations.ts'
import { type EntryPlace, keyOf, nameEntries } from './name-entries.ts'
import { selectLastPending } from './pending-changes.ts'

/** So many of the last changes are looked at, whoever made them. */
const LOOKED_AT = 300
const SHOWN = 6

interface Moment extends EntryPlace {
  readonly at: number
  readonly action: Change['action']
  /** The administrator. */
  readonly by: number | null
}

export async function recentEntries(context: ManagementContext, rights: AdminRights): Promise<Recent> {
  const me = rights.administrator.id
  const moments = await lastMoments(context)
  const isEdit = ({ action }: Moment) => action === 'create' || action === 'update'
  const edited = firstOfEach(moments.filter(isEdit))
  const published = firstOfEach(moments.filter(({ action }) => action === 'publish'))
  const mine = firstOfEach(moments.filter(moment => isEdit(moment) && moment.by === me))
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

/** The newest first: the feed of changes, and saved changes that wait to be published. */
async function lastMoments({ api, database }: ManagementContext): Promise<readonly Moment[]> {
  const rows = api.changes === undefined ? [] : await readingFrom(database)(api.changes.search({ limit: LOOKED_AT }))
  const [waiting = []] = await readRows(database, [selectLastPending(database.dialect, LOOKED_AT)])
  const changes = rows.map(toChange).map(({ type, id, at, action, by }): Moment => {
    return { type, id, at, action, by: by?.kind === 'admin' ? by.id : null }
  })
  const pending = waiting.map(([type, id, by, at]): Moment => {
    return { type: String(type), id: Number(id), at: Number(at), action: 'update', by: Number(by) }
  })
  return [...changes, ...pending].sort((one, other) => other.at - one.at)
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
