/** Addresses at which an unpublished entry can be looked at, with a signed token that works for a short time. */
import { createHmac } from 'node:crypto'
import { loadRows } from '../../content/read/load-rows.ts'
import { prepareRead } from '../../content/read/prepare-read.ts'
import { updateEntry } from '../../content/write/store/store-entry.ts'
import { checkInput as checkValues, planInput } from '../../content/write/write-input.ts'
import { writeScope } from '../../content/write/write-scope.ts'
import { PopulusError } from '../../errors.ts'
import { makeAccess } from '../../identity/access/make-access.ts'
import { loadRoleAccess } from '../../identity/access/role-rights.ts'
import type { Access } from '../../plan/access.ts'
import { parseText } from '../../query/parse-text.ts'
import { queryText } from '../../query/query-text.ts'
import type { ContentType } from '../../schema/schema.ts'
import { sameSecret } from '../../util/same-secret.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import { pendingIn } from '../entries/pending-changes.ts'
import { entryReader } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import { adminAccess } from '../rights/admin-access.ts'
import { allRights } from '../rights/admin-rights.ts'

const MINUTE = 60_000

interface PreviewClaim {
  readonly uid: string
  readonly id: number
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
    token: sign(context, { uid: type.uid, id, expiresAt }),
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
  const { token, ...query } = parseText(search, context.queryLimits)
  const claim = typeof token === 'string' ? verify(context, token) : null
  const type = claim === null ? undefined : context.schema.types.get(claim.uid)
  if (claim === null || type === undefined) throw new PopulusError('unauthorized')
  const { api, database, schema } = context
  const access = await previewAccess(context, type)
  const prepared = await prepareRead(api, { type, access, search: queryText(query) }, { kind: 'stored' })
  const shared = { schema, dialect: database.dialect, defaultLocale: await api.defaultLocale() }
  let json: string | null = null
  try {
    await database.write(async transaction => {
      const scope = writeScope(shared, transaction)
      await applyPending(context, scope, type, claim.id)
      const rows = await scope.read(loadRows(prepared.program, database.dialect, { entryIds: [claim.id] }))
      json = prepared.toJson(rows)?.toString() ?? null
      throw NOTHING_STORED
    })
  } catch (error) {
    if (error !== NOTHING_STORED) throw error
  }
  if (json === null) throw new PopulusError('notFound')
  return json
}

/** Rolls the transaction back: the pending changes were applied only to be looked at. */
const NOTHING_STORED = new Error('nothing is stored')

async function applyPending(
  { content, schema }: ManagementContext,
  scope: ReturnType<typeof writeScope>,
  type: ContentType,
  id: number,
): Promise<void> {
  const pending = await pendingIn(scope, type.uid, id)
  if (pending === undefined) return
  const access = adminAccess(schema, allRights(schema, NOBODY))
  const { defaultLocale } = scope
  const planned = planInput(content, { type, access, data: pending.data }, { mode: 'update', defaultLocale })
  await updateEntry(scope, id, await checkValues(scope, planned, new Map(), { isDraft: true, id }))
}

const NOBODY = Object.freeze({
  ...{ id: 0, email: '', firstname: null, lastname: null, username: null, isActive: true, blocked: false },
  ...{ roles: [], createdAt: null, updatedAt: null },
})

/** What the public may read, and in any case the type itself with its drafts. */
async function previewAccess({ database, schema }: ManagementContext, { uid }: ContentType): Promise<Access> {
  const { actions, fields } = await loadRoleAccess(database, schema, 'public')
  return makeAccess([...actions, `${uid}.find`, `${uid}.findOne`, `${uid}.findDrafts`], { fields })
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
