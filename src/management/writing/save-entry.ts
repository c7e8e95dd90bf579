/** Saves an entry: new, changed, or with its changes kept apart until it is published. */
import { z } from 'zod'
import type { EntryInput, OpenEntry } from '../../admin-api/content-api.ts'
import type { ContentContext } from '../../content/content-context.ts'
import { commitWrite } from '../../content/write/commit-write.ts'
import { insertTranslation } from '../../content/write/create-localization.ts'
import { localeForNew } from '../../content/write/entry-locale.ts'
import { hashPlanned } from '../../content/write/password-hashes.ts'
import { readingScope } from '../../content/write/reading-scope.ts'
import { hasHooks, runHooks, type WriteAfterHooks } from '../../content/write/run-hooks.ts'
import { firstId } from '../../content/write/save-single.ts'
import { spreadShared } from '../../content/write/store/spread-shared.ts'
import { insertEntry, updateEntry } from '../../content/write/store/store-entry.ts'
import { findStored } from '../../content/write/store/stored-entry.ts'
import {
  checkInput as checkValues,
  planInput,
  type WriteInput,
  wantedValues,
  wantsDraft,
  withScalar,
} from '../../content/write/write-input.ts'
import type { WriteScope } from '../../content/write/write-scope.ts'
import { takeLocks } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { badInput, checkInput, flag, text } from '../../identity/administrators/check-input.ts'
import { coversPath } from '../../plan/placed-model.ts'
import type { EntryWrite } from '../../plan/write/write-plan.ts'
import type { ContentType } from '../../schema/schema.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import { openEntry } from '../entries/open-entry.ts'
import { pendingIn, storePending } from '../entries/pending-changes.ts'
import { removeDraft } from '../live/drafts.ts'
import type { ManagementContext } from '../management-context.ts'
import { adminAccess } from '../rights/admin-access.ts'
import type { ActionGrant } from '../rights/admin-rights.ts'
import { needGrant, needLocale } from '../rights/row-conditions.ts'
import { byPerson, entryInput } from './entry-input.ts'
import { versionCheck } from './version-check.ts'

const newEntry = z.strictObject({
  data: z.unknown(),
  locale: text(50).optional(),
  translationOf: z.number({ error: 'expected a number' }).int().positive().optional(),
})

/** Types with drafts get a draft. */
export async function createEntry(context: ManagementContext, managed: ManagedType, body: unknown): Promise<OpenEntry> {
  const { type, rights } = managed
  const { locale, translationOf, ...input } = checkInput(newEntry, body)
  const grant = needGrant(rights, type, 'create')
  const wanted = entryInput(input.data ?? {}, type, grant, context.schema)
  const { content, schema } = context
  const defaultLocale = await content.defaultLocale()
  if (type.localized) needLocale(grant, locale ?? defaultLocale)
  const draft = type.draftAndPublish ? { publishedAt: null } : {}
  const me = rights.administrator.id
  const access = { ...adminAccess(schema, rights, 'create'), adminId: me }
  const sent = { ...wanted, ...draft, ...(type.localized ? { locale: locale ?? defaultLocale } : {}) }
  if (translationOf !== undefined) await checkCovered(context, managed, 'read', [translationOf])
  const { after, ...hooked } = await runHooks(content, { action: 'create', type, access, id: null, data: sent })
  const write = { type, access, search: '', ...hooked }
  const data = wantedValues(write)
  const planned = planInput(content, write, { mode: 'create', defaultLocale })
  const hashes = await hashPlanned(content, [planned])
  const finish = (entry: EntryWrite) => byPerson(entry, me, ['createdBy', 'updatedBy'])
  let created = 0
  await commitWrite(content, { type, action: 'create', after }, async scope => {
    if (type.single) await checkOnlyOne(scope, managed, translationOf)
    if (translationOf !== undefined && type.localized)
      created = await insertTranslation(content, scope, {
        input: write,
        source: translationOf,
        hashes,
        defaultLocale,
        finish,
      })
    else {
      const code = await localeForNew(scope, type, data.locale)
      const entry = await checkValues(scope, planned, hashes, { isDraft: wantsDraft(type, data), id: null })
      created = await insertEntry(scope, withScalar(finish(entry), 'locale', code))
    }
    return { id: created, json: '', by: me }
  })
  return openEntry(context, managed, created)
}

const changedEntry = z.strictObject({ data: z.unknown(), pending: flag().optional() })

/** `version` is the one that the changes start from; without it, they are stored whatever has happened. */
export async function saveEntry(
  context: ManagementContext,
  managed: ManagedType,
  { id, version, body }: { readonly id: number; readonly version: string | undefined; readonly body: unknown },
): Promise<OpenEntry> {
  const { type, rights } = managed
  const input = checkInput(changedEntry, body)
  const grant = await checkCovered(context, managed, 'update', [id])
  const sent = entryInput(input.data, type, grant, context.schema)
  if (input.pending === true && !type.draftAndPublish)
    throw badInput([{ path: ['pending'], message: `${type.uid} has no drafts` }])
  const { content, schema, database, clock } = context
  const defaultLocale = await content.defaultLocale()
  const me = rights.administrator.id
  const access = { ...adminAccess(schema, rights, 'update'), adminId: me }
  const saving = { type, access, id, data: sent, pending: input.pending === true }
  const { after, waits, ...hooked } = await runSaveHooks(content, saving)
  const planned = planInput(content, { type, access, ...hooked }, { mode: 'update', defaultLocale })
  const hashes = await hashPlanned(content, [planned])
  const checkVersion = await versionCheck(context, managed, { id, version })
  await commitWrite(content, { type, action: 'update', after }, async scope => {
    const stored = await findStored(scope, type, id)
    if (stored === null) throw new PopulusError('notFound')
    await checkVersion(scope)
    const isPending = input.pending === true && !stored.isDraft
    if (waits !== undefined && waits !== isPending) throw new PopulusError('versionConflict')
    // Pending changes may be incomplete, like a draft.
    const entry = await checkValues(scope, planned, hashes, { isDraft: stored.isDraft || isPending, id })
    if (isPending) {
      if (hashes.size > 0) throw badInput([{ path: ['data'], message: 'a password cannot wait to be published' }])
      const data = { ...(await othersPending(scope, type, id, grant)), ...sent }
      await scope.ask(storePending(database.dialect, { uid: type.uid, id }, { data, adminId: me, savedAt: clock() }))
      scope.touched.add(type.table!)
    } else {
      await updateEntry(scope, id, byPerson(entry, me, ['updatedBy']))
      await spreadShared(scope, type, id, entry)
    }
    await scope.ask(removeDraft(database.dialect, { adminId: me, uid: type.uid, entry: String(id) }))
    return { id, json: '', by: me }
  })
  return openEntry(context, managed, id)
}

/** Pending changes of fields that the person may not change. */
async function othersPending(
  scope: WriteScope,
  type: ContentType,
  id: number,
  { fields }: ActionGrant,
): Promise<EntryInput> {
  const stored = fields === null ? undefined : await pendingIn(scope, type.uid, id)
  return Object.fromEntries(Object.entries(stored?.data ?? {}).filter(([name]) => !coversPath(fields, name)))
}

interface Saving extends Pick<WriteInput, 'type' | 'access' | 'data'> {
  readonly id: number
  /** Changes of a published entry wait to be published. */
  readonly pending: boolean
}

/** The code of the project runs when changes are stored, not while they wait to be published. */
async function runSaveHooks(
  content: ContentContext,
  { pending, ...write }: Saving,
): Promise<WriteAfterHooks & { readonly waits?: boolean }> {
  const untouched = { data: write.data, decided: undefined, after: undefined }
  if (!hasHooks(content, write.type)) return untouched
  const stored = pending ? await findStored(await readingScope(content), write.type, write.id) : null
  if (stored !== null && !stored.isDraft) return { ...untouched, waits: true }
  return { ...(await runHooks(content, { action: 'update', ...write })), waits: false }
}

/** A single type has one entry, or one for each locale. */
async function checkOnlyOne(
  scope: WriteScope,
  { type }: ManagedType,
  translationOf: number | undefined,
): Promise<void> {
  await takeLocks(scope, [type.uid])
  if (translationOf === undefined && (await firstId(scope, type, null)) !== null)
    throw new PopulusError('singleTypeExists')
}
