/** Addresses at which an unpublished entry can be looked at, with a signed token that works for a short time. */
import { createHmac } from 'node:crypto'
import type { EntryInput } from '../../admin-api/content-api.ts'
import { prepareRead } from '../../content/read/prepare-read.ts'
import { loadRows } from '../../content/read/rows/load-rows.ts'
import { NOTHING_STORED, withoutStoring } from '../../content/write/commit-write.ts'
import { writeEntries } from '../../content/write/write-entries.ts'
import { PopulusError } from '../../errors.ts'
import { isActive, loadAdministrators } from '../../identity/administrators/administrators.ts'
import { parseStrictly } from '../../query/parse-text.ts'
import { queryText } from '../../query/query-text.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { checkCovered, coversAll, type ManagedType, managedType, unlimited } from '../entries/managed-type.ts'
import { entryReader } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import { findPending, type StoredPending } from '../pending/pending-changes.ts'
import { adminAccess } from '../rights/admin-access.ts'
import { everyRight, loadAdminRights } from '../rights/admin-rights.ts'
import { previewAccess } from '../rights/preview-access.ts'
import { withKnownParts } from './known-parts.ts'

const MINUTE = 60_000

interface PreviewClaim {
  readonly uid: string
  readonly id: number
  /** The administrator who asked for the address, and without whose rights it shows nothing. */
  readonly by: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** `{slug}`, `{id}`, `{locale}` and `{token}` in the address of the type are filled in. */
export async function previewAddress(
  context: ManagementContext,
  managed: ManagedType,
  id: number,
): Promise<{ readonly url: string; readonly expiresAt: string }> {
  const { type } = managed
  const { preview, previewMinutes } = context.admin.settings
  const template = Object.hasOwn(preview, type.uid) ? preview[type.uid] : undefined
  if (template === undefined) throw new PopulusError('noPreview', { type: type.uid })
  await checkCovered(context, managed, 'read', [id])
  const { values, locale } = await (await entryReader(context, managed)).read(id)
  const expiresAt = context.clock() + previewMinutes * MINUTE
  const known: Readonly<Record<string, unknown>> = {
    ...values,
    id,
    locale: locale ?? '',
    token: sign(context, { uid: type.uid, id, by: managed.rights.administrator.id, expiresAt }),
  }
  const url = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(known, name) ? known[name] : ''
    return typeof value === 'string' || typeof value === 'number' ? encodeURIComponent(String(value)) : ''
  })
  return { url, expiresAt: new Date(expiresAt).toISOString() }
}

/**
 * The entry in the form of the content API, with its pending changes, as the public would get it if it were published now.
 * Throws `unauthorized` for a token that is wrong or has expired.
 */
export async function previewEntry(context: ManagementContext, search: string): Promise<string> {
  const { token, ...query } = parseStrictly(search, context.queryLimits)
  const claim = typeof token === 'string' ? verify(context, token) : null
  const managed = claim === null ? null : await claimedType(context, claim)
  if (claim === null || managed === null) throw new PopulusError('unauthorized')
  const { api, schema, database } = context
  const { type } = managed
  const shown = { type, access: await previewAccess(context, managed, claim.id), search: queryText(query) }
  const read = await prepareRead(api, shown, { kind: 'stored' })
  const pending = (await findPending(database, type.uid, [claim.id])).get(claim.id)
  const access = adminAccess(schema, everyRight(schema))
  const target = { kind: 'stored', id: claim.id } as const
  const entries = pending === undefined ? [] : [{ target, data: await publishable(context, managed, pending) }]
  let json: string | null = null
  // The pending changes are applied only to be looked at.
  await withoutStoring(() =>
    writeEntries(
      { ...context.content, hooks: undefined },
      { type, access, entries },
      { isJudged: true },
      async scope => {
        json =
          read.toJson(await scope.read(loadRows(read.program, scope.dialect, { entryIds: [claim.id] })))?.toString() ??
          null
        throw NOTHING_STORED
      },
    ),
  )
  if (json === null) throw new PopulusError('notFound')
  return json
}

/** What publishing the changes would store. */
async function publishable(
  context: ManagementContext,
  managed: ManagedType,
  { id, data }: StoredPending,
): Promise<EntryInput> {
  const { values } = await (await entryReader(context, unlimited(context, managed))).read(id)
  return withKnownParts(data, values, managed.type, context.schema)
}

/** The entry's type as the person who made the address may read it now; `null` if they may not read the entry any more. */
async function claimedType(context: ManagementContext, { uid, id, by }: PreviewClaim): Promise<ManagedType | null> {
  const administrator = (await loadAdministrators(context.admin)).find(person => person.id === by)
  if (administrator === undefined || !isActive(administrator)) return null
  const rights = await loadAdminRights(context, administrator)
  if (rights.grant(uid, 'read') === null || !context.schema.types.has(uid)) return null
  const managed = managedType(context, rights, uid)
  return (await coversAll(context, managed, managed.grant, [id])) ? managed : null
}

function sign(context: ManagementContext, claim: PreviewClaim): string {
  const text = Buffer.from(JSON.stringify(claim)).toString('base64url')
  return `${text}.${signature(context, text)}`
}

function verify(context: ManagementContext, token: string): PreviewClaim | null {
  const [text = '', given = ''] = token.split('.')
  if (!sameSecret(given, signature(context, text))) return null
  const claim = JSON.parse(Buffer.from(text, 'base64url').toString()) as PreviewClaim
  return claim.expiresAt > context.clock() ? claim : null
}

function signature({ admin: { secrets } }: ManagementContext, text: string): string {
  if (secrets.admin === undefined) throw new PopulusError('noAdminSecret')
  return createHmac('sha256', secrets.admin).update(`preview ${text}`).digest('base64url')
}
