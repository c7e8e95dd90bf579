/** Saves an entry: new, changed, or with its changes kept apart until it is published. */
import { z } from 'zod'
import type { EntryInput, OpenEntry } from '../../admin-api/content-api.ts'
import { checkParts } from '../../content/write/values/check-parts.ts'
import { hasPasswords } from '../../content/write/values/password-hashes.ts'
import { writeEntries } from '../../content/write/write-entries.ts'
import type { Target, WritePolicy } from '../../content/write/write-order.ts'
import { PopulusError } from '../../errors.ts'
import { badInput, checkInput, flag, text } from '../../input/check-input.ts'
import type { Access } from '../../plan/access.ts'
import { checkCovered, coversAll, type ManagedType } from '../entries/managed-type.ts'
import { openEntry } from '../entries/open-entry.ts'
import { NEW_DRAFT, removeDraft } from '../live/drafts.ts'
import type { ManagementContext } from '../management-context.ts'
import { pendingIn } from '../pending/pending-changes.ts'
import { pendingStore } from '../pending/pending-store.ts'
import { adminAccess } from '../rights/admin-access.ts'
import { type ActionGrant, authorIn } from '../rights/admin-rights.ts'
import { needGrant, needLocale } from '../rights/row-conditions.ts'
import { entryInput } from './entry-input.ts'
import { becomeEntry, checkNotMade } from './made-entry.ts'
import { versionCheck } from './version-check.ts'

const newEntry = z.strictObject({
  data: z.unknown(),
  locale: text(50).optional(),
  translationOf: z.number({ error: 'expected a number' }).int().positive().optional(),
  draft: text(100).regex(NEW_DRAFT, { error: 'expected the name of a draft, such as new-k3f' }).optional(),
})

/** Types with drafts get a draft. */
export async function createEntry(context: ManagementContext, managed: ManagedType, body: unknown): Promise<OpenEntry> {
  const { type, rights } = managed
  const { locale, translationOf, draft: name, ...input } = checkInput(newEntry, body)
  const place = name === undefined ? null : { adminId: rights.administrator.id, uid: type.uid, entry: name }
  if (place !== null) await checkNotMade(context, managed, place)
  const grant = needGrant(rights, type, 'create')
  const wanted = entryInput(input.data ?? {}, type, grant, context.schema)
  const { content, schema } = context
  const defaultLocale = await content.defaultLocale()
  if (type.localized) needLocale(grant, locale ?? defaultLocale)
  const draft = type.draftAndPublish ? { publishedAt: null } : {}
  const access = { ...adminAccess(schema, rights, 'create'), adminId: rights.administrator.id }
  const data = { ...wanted, ...draft, ...(type.localized ? { locale: locale ?? defaultLocale } : {}) }
  if (translationOf !== undefined) await checkTranslatable(context, managed, translationOf)
  const target: Target =
    translationOf !== undefined && type.localized
      ? { kind: 'translation', of: translationOf }
      : { kind: 'new', onlyOne: type.single }
  const order = { type, access, entries: [{ target, data }] }
  const created = await writeEntries(content, order, {}, async (scope, [id]) => {
    if (place !== null) await becomeEntry(context, scope, place, id!)
    return id!
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
  const data = entryInput(input.data, type, grant, context.schema)
  if (input.pending === true && !type.draftAndPublish)
    throw badInput([{ path: ['pending'], message: `${type.uid} has no drafts` }])
  const { content, schema, database } = context
  const adminId = rights.administrator.id
  const access = { ...adminAccess(schema, rights, 'update'), ...authorIn(rights) }
  const check = await versionCheck(context, managed, { id, version })
  const keepApart = input.pending === true ? await keptApart(context, managed, { id, access, grant, data }) : undefined
  const policy = { check, keepApart }
  const order = { type, access, entries: [{ target: { kind: 'stored', id }, data }] } as const
  await writeEntries(content, order, policy, async scope => {
    await scope.ask(removeDraft(database.dialect, { adminId, uid: type.uid, entry: String(id) }))
  })
  return openEntry(context, managed, id)
}

interface OwnChanges {
  readonly id: number
  readonly access: Access
  readonly grant: ActionGrant
  readonly data: EntryInput
}

/** Keeps changes until the entry is published. */
async function keptApart(
  context: ManagementContext,
  managed: ManagedType,
  { id, access, grant, data }: OwnChanges,
): Promise<NonNullable<WritePolicy['keepApart']>> {
  const { uid } = managed.type
  const store = await pendingStore(context, managed, grant)
  return async (scope, entry) => {
    if (hasPasswords(entry))
      throw badInput([{ path: ['data'], message: 'a password cannot be part of pending changes' }])
    const before = await pendingIn(scope, uid, id)
    const listed = access.componentWriteFields?.get(uid)
    if (listed !== undefined) await checkParts(scope, listed, { id, write: entry, earlier: before?.data })
    await store(scope, { id, before, own: data })
  }
}

/** A translation is one of an entry that the person may change, in whatever locale. */
async function checkTranslatable(context: ManagementContext, managed: ManagedType, id: number): Promise<void> {
  await checkCovered(context, managed, 'read', [id])
  const { type, rights } = managed
  if (!type.localized) return
  const grant = { ...needGrant(rights, type, 'update'), locales: null }
  if (!(await coversAll(context, managed, grant, [id]))) throw new PopulusError('forbidden')
}
