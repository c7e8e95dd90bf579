/** Publishes and unpublishes entries with their pending changes: all of them or none. */
import { z } from 'zod'
import type { EntryInput } from '../../admin-api/content-api.ts'
import { commitWrite } from '../../content/write/commit-write.ts'
import { spreadShared } from '../../content/write/store/spread-shared.ts'
import { updateEntry } from '../../content/write/store/store-entry.ts'
import { findStored } from '../../content/write/store/stored-entry.ts'
import { checkInput as checkValues, invalidValues, planInput, withScalar } from '../../content/write/write-input.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { badInput, checkInput, textList } from '../../identity/administrators/check-input.ts'
import { checkCovered, type ManagedType, unlimited } from '../entries/managed-type.ts'
import { allPendingIn, deletePending } from '../entries/pending-changes.ts'
import { entriesReader } from '../entries/read-entries.ts'
import { type EntryReader, entryReader, type FormEntry } from '../entries/read-entry.ts'
import { localeOf } from '../entries/shape-values.ts'
import type { ManagementContext } from '../management-context.ts'
import { afterBulk } from './bulk-hooks.ts'
import { byPerson } from './entry-input.ts'
import { publishProblems } from './judge-entry.ts'
import { type Changes, type Publication, runPublishHooks } from './publish-hooks.ts'
import { type ExpectedVersion, versionCheck } from './version-check.ts'

const publishInput = z.strictObject({ locales: textList().optional() })

type VersionCheck = (scope: WriteScope) => Promise<void>

/** The entry, and its translations in the locales that the body names. */
export async function changePublication(
  context: ManagementContext,
  managed: ManagedType,
  { id, version, to, body }: ExpectedVersion & { readonly to: Publication; readonly body: unknown },
): Promise<void> {
  const { locales } = checkInput(publishInput, body)
  if (!managed.type.draftAndPublish)
    throw badInput([{ path: [], message: `${managed.type.uid} has no drafts, so nothing can be published` }])
  await checkCovered(context, managed, 'publish', [id])
  const reader = await entryReader(context, managed)
  const ids = locales === undefined ? [id] : await translatedIds(reader, id, locales)
  const check = await versionCheck(context, managed, { id, version })
  await publishAll(context, managed, { ids, to, check })
}

/** Throws `invalidValues` with every problem of every entry. */
export async function publishAll(
  context: ManagementContext,
  managed: ManagedType,
  { ids, to, check }: { readonly ids: readonly number[]; readonly to: Publication; readonly check?: VersionCheck },
): Promise<void> {
  await checkCovered(context, managed, 'publish', ids)
  if (ids.length === 0) return
  const all = unlimited(context, managed)
  const reader = to === 'publish' ? await entriesReader(context, all, ids) : null
  const { type, rights } = managed
  const by = rights.administrator.id
  const { content } = context
  const { hooks, changesOf } = await runPublishHooks(context, managed, { ids, to })
  const after = afterBulk(content, { type, by, ids, hooks })
  await commitWrite(content, { type, action: 'update', after }, async scope => {
    const stored = await storedStates(scope, type, ids)
    await check?.(scope)
    const pending = await allPendingIn(scope, type.uid, ids)
    const changes = changesOf(pending)
    if (reader !== null) await checkPublishable(context, scope, all, { entries: await reader.read(scope), changes })
    for (const [id, isDraft] of stored) {
      const state = { id, isDraft, changes: changes.get(id), isPending: pending.has(id) }
      await publishOne({ context, scope, managed: all, by, to }, state)
    }
    return { id: ids[0] ?? 0, json: '', by }
  })
}

/** Locks the entries. Whether each is a draft, by id. */
async function storedStates(
  scope: WriteScope,
  type: ManagedType['type'],
  ids: readonly number[],
): Promise<ReadonlyMap<number, boolean>> {
  const states = new Map<number, boolean>()
  for (const id of ids) {
    const stored = await findStored(scope, type, id)
    if (stored === null) throw new PopulusError('notFound')
    states.set(id, stored.isDraft)
  }
  return states
}

async function checkPublishable(
  context: ManagementContext,
  scope: WriteScope,
  managed: ManagedType,
  { entries, changes }: { entries: ReadonlyMap<number, FormEntry>; changes: Changes },
): Promise<void> {
  const items = [...entries.values()].map(entry => ({ entry, pending: changes.get(entry.id) }))
  const found = await publishProblems(context, scope, managed, items)
  const problems = [...found].flatMap(([id, list]) => {
    const { locale } = entries.get(id)!
    return list.map(problem => ({ ...problem, ...(locale === null ? {} : { locale }) }))
  })
  if (problems.length > 0) throw invalidValues(problems)
}

interface Publishing {
  readonly context: ManagementContext
  readonly scope: WriteScope
  /** With all rights. */
  readonly managed: ManagedType
  /** The administrator. */
  readonly by: number
  readonly to: Publication
}

interface StoredState {
  readonly id: number
  readonly isDraft: boolean
  /** Pending changes, and what the code of the project sets. */
  readonly changes: EntryInput | undefined
  readonly isPending: boolean
}

async function publishOne(
  { context: { content }, scope, managed: { type, access }, by, to }: Publishing,
  { id, isDraft, changes, isPending }: StoredState,
): Promise<void> {
  const data = changes ?? {}
  const planned = planInput(content, { type, access, data }, { mode: 'update', defaultLocale: scope.defaultLocale })
  const write = await checkValues(scope, planned, new Map(), { isDraft: true, id })
  const published = isDraft ? content.clock() : undefined
  const moment = to === 'unpublish' ? null : published
  const changed = moment === undefined ? write : withScalar(write, 'publishedAt', moment)
  await updateEntry(scope, id, byPerson(changed, by, ['updatedBy']))
  if (changes !== undefined) await spreadShared(scope, type, id, write)
  if (isPending) await scope.ask(deletePending(scope.dialect, { uid: type.uid, id }))
}

async function translatedIds(reader: EntryReader, id: number, locales: readonly string[]): Promise<readonly number[]> {
  const entry = await reader.read(id)
  const known = new Map([
    [entry.locale, id],
    ...entry.translations.map(raw => [localeOf(raw.attributes), raw.id] as const),
  ])
  const missing = locales.filter(locale => !known.has(locale))
  if (missing.length > 0)
    throw badInput(missing.map(locale => ({ path: ['locales'], message: `there is no translation in ${locale}` })))
  return [...new Set(locales.map(locale => known.get(locale)!))]
}
