/** Opens an entry: everything that its form shows, in one request. */
import type { EntryStatus, LocaleState, OpenEntry, PendingChanges } from '../../admin-api/content-api.ts'
import { findLocales } from '../../content/read/find-flat.ts'
import { PopulusError } from '../../errors.ts'
import { loadAdministrators } from '../../identity/administrators/administrators.ts'
import { readRows } from '../../identity/records/stored-rows.ts'
import type { Row } from '../../sql/statement.ts'
import { selectDraft, toDraft } from '../live/drafts.ts'
import { selectPresence, toPresence } from '../live/presence.ts'
import type { ManagementContext } from '../management-context.ts'
import { readablePending, type StoredPending, selectPending, toPending } from '../pending/pending-changes.ts'
import { namedInChanges } from '../pending/pending-names.ts'
import type { ContentAction } from '../rights/admin-rights.ts'
import { entryStage } from '../workflows/move-entry.ts'
import { entryVersion } from './entry-version.ts'
import { coversAll, type ManagedType } from './managed-type.ts'
import { entryReader, type FormEntry, localizedFields } from './read-entry.ts'
import { localeOf, personName, type RawEntry, statusOf } from './shape-values.ts'

/** Throws `notFound`, also for an entry that the person may not read. */
export async function openEntry(context: ManagementContext, managed: ManagedType, id: number): Promise<OpenEntry> {
  const { type, rights } = managed
  const { database } = context
  if (!(await coversAll(context, managed, managed.grant, [id]))) throw new PopulusError('notFound')
  const reader = await entryReader(context, managed)
  const entry = await reader.read(id)
  const me = rights.administrator.id
  const all = [id, ...entry.translations.map(translation => translation.id)]
  const [pendingRows = [], draftRows = [], presenceRows = []] = await readRows(database, [
    selectPending(database.dialect, type.uid, all),
    selectDraft(database.dialect, { adminId: me, uid: type.uid, entry: String(id) }),
    selectPresence(context, { uid: type.uid, id, except: me }),
  ])
  const pending = new Map(
    pendingRows.map(toPending).flatMap(item => {
      const values = item.id === id ? entry.values : undefined
      const readable = readablePending(context.schema, managed, item, values)
      return readable === undefined ? [] : [[item.id, readable] as const]
    }),
  )
  const own = pending.get(id)
  const { translations: _, ...shown } = entry
  const stage = await entryStage(context, managed, id)
  return {
    ...shown,
    status: withPending(entry.status, own),
    version: versionOf(entry, own),
    locales: await localeStates(context, managed, entry, pending),
    pending: own === undefined ? null : await describePending(context, managed, own),
    draft: draftRows[0] === undefined ? null : toDraft(draftRows[0]),
    presence: await toPresence(context, presenceRows as readonly Row[]),
    may: await mayWith(context, managed, id),
    ...(stage === undefined ? {} : { stage }),
  }
}

/** The version that a save must name. The pending changes belong to it. */
export function versionOf(entry: FormEntry, pending: StoredPending | undefined): string {
  return entryVersion(entry.values, countedApart(entry, pending))
}

export function countedApart(
  { publishedAt }: FormEntry,
  pending: StoredPending | undefined,
): Readonly<Record<string, unknown>> {
  return { publishedAt, pending: pending?.data ?? null }
}

/** `pending`: what waits to be published, if anything. */
export function withPending(status: EntryStatus, pending: object | undefined): EntryStatus {
  return status === 'published' && pending !== undefined ? 'modified' : status
}

async function localeStates(
  { content }: ManagementContext,
  { type, access }: ManagedType,
  entry: FormEntry,
  pending: ReadonlyMap<number, StoredPending>,
): Promise<readonly LocaleState[]> {
  if (!type.localized) return []
  const locales = JSON.parse(await findLocales(content, access)) as readonly { code: string }[]
  const fields = localizedFields(type).map(({ name }) => name)
  const self: RawEntry = {
    id: entry.id,
    attributes: { ...(entry.values as RawEntry['attributes']), locale: entry.locale, publishedAt: entry.publishedAt },
  }
  const states = new Map([...entry.translations, self].map(raw => [localeOf(raw.attributes), raw]))
  return locales.map(({ code }) => {
    const raw = states.get(code)
    if (raw === undefined) return { locale: code, id: null, status: null, filled: 0, fields: fields.length }
    const filled = fields.filter(name => isFilled(raw.attributes[name])).length
    const status = withPending(statusOf(type, raw.attributes), pending.get(raw.id))
    return { locale: code, id: raw.id, status, filled, fields: fields.length }
  })
}

function isFilled(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  return !Array.isArray(value) || value.length > 0
}

async function describePending(
  context: ManagementContext,
  managed: ManagedType,
  { data, savedAt, adminId }: StoredPending,
): Promise<PendingChanges> {
  const people = await loadAdministrators(context.admin)
  const by = people.find(({ id }) => id === adminId)
  return {
    data,
    savedAt: new Date(savedAt).toISOString(),
    by: by === undefined ? null : { id: by.id, name: personName(by.id, { ...by }) },
    ...(await namedInChanges(context, managed, data)),
  }
}

async function mayWith(context: ManagementContext, managed: ManagedType, id: number): Promise<OpenEntry['may']> {
  const { rights, type } = managed
  const may = async (action: ContentAction) => {
    const grant = rights.grant(type.uid, action)
    return grant !== null && (await coversAll(context, managed, grant, [id]))
  }
  const fields = rights.grant(type.uid, 'update')?.fields ?? null
  return {
    update: await may('update'),
    delete: await may('delete'),
    publish: type.draftAndPublish && (await may('publish')),
    fields: fields === null ? null : [...fields],
  }
}
