/** Reasons that only the content knows: drafts, and translations that do not exist. */
import type { EntryValue, EntryValues, RelationItem } from '../../admin-api/content-api.ts'
import type { MissingPart } from '../../admin-api/explain-api.ts'
import { findLocales } from '../../content/read/find-flat.ts'
import { PopulusError } from '../../errors.ts'
import type { ApiCaller } from '../../identity/access/api-callers.ts'
import { may } from '../../plan/access.ts'
import type { EntryPlan, ReadPlan } from '../../plan/read/read-plan.ts'
import type { QueryLimits } from '../../query/limits.ts'
import { parseText } from '../../query/parse-text.ts'
import { findIds } from '../entries/find-ids.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import { entryReader } from '../entries/read-entry.ts'
import type { ManagementContext } from '../management-context.ts'
import { adminAccess } from '../rights/admin-access.ts'
import { everyRight } from '../rights/admin-rights.ts'
import { type ExplainedRequest, neededActions } from './explained-request.ts'
import { grantRemedy } from './grant-remedy.ts'
import { hiddenBy } from './hidden-rows.ts'
import { runRequest } from './run-request.ts'

/** Related entries of one entry that are drafts, where the request populates them. */
export async function hiddenDrafts(
  context: ManagementContext,
  managed: ManagedType,
  { target, entryId, search }: ExplainedRequest,
  { entry }: ReadPlan,
): Promise<readonly MissingPart[]> {
  const isPreview = parseText(search, withoutLength(context.queryLimits)).publicationState === 'preview'
  if (target !== 'entry' || entryId === null || isPreview) return []
  const reader = await entryReader(context, managed, 'drafts')
  const { values } = await reader.read(entryId)
  return draftsIn(entry, values, [])
}

function draftsIn({ children }: EntryPlan, values: EntryValues, path: readonly string[]): readonly MissingPart[] {
  return children.flatMap(child => {
    const { attribute } = child
    const value = values[attribute.name]
    if (value === undefined || value === null || child.kind === 'count') return []
    const at = [...path, attribute.name]
    if (child.kind === 'variant')
      return partsOf(value).flatMap(part => {
        const variant = child.variants.get(String(part.__component))
        return variant === undefined ? [] : draftsIn(variant.entry, part, at)
      })
    if (attribute.kind === 'component') return partsOf(value).flatMap(part => draftsIn(child.entry, part, at))
    if (attribute.kind !== 'relation') return []
    return (value as { items: readonly RelationItem[] }).items.map(item => draft(attribute.target, item, at.join('.')))
  })
}

function draft(uid: string, { id, title }: RelationItem, path: string): MissingPart {
  return {
    path,
    reason: 'draft',
    message: `${title} (${uid} ${id}) is a draft.`,
    remedy: { kind: 'publish', request: { route: `POST /content/${uid}/${id}/publish`, body: {} } },
  }
}

function partsOf(value: EntryValue): readonly EntryValues[] {
  return (Array.isArray(value) ? value : [value]) as readonly EntryValues[]
}

interface Refusal {
  readonly request: ExplainedRequest
  readonly caller: ApiCaller
  readonly error: PopulusError
  /** Whether the person may read the entry. */
  readonly isOpen: boolean
}

/** Why there is no answer at all. */
export async function whyRefused(
  context: ManagementContext,
  { request, caller, error, isOpen }: Refusal,
): Promise<readonly MissingPart[]> {
  const { type } = request
  const part = (reason: MissingPart['reason'], message: string, remedy: MissingPart['remedy'] = null) => [
    { path: '', reason, message, remedy },
  ]
  if (error.key === 'forbidden') {
    const needed = neededActions(request)
    const action = needed.find(each => !may(caller.access, `${type.uid}.${each}`)) ?? needed[0]!
    const more = request.target === 'aggregate' ? ['aggregate'] : []
    return part(
      'type-not-granted',
      `${caller.name} has no ${action} on ${type.uid}.`,
      grantRemedy(caller, type.uid, null, more),
    )
  }
  if (error.key !== 'notFound') return part('invalid', error.message)
  const locale = await unknownLocale(context, request)
  if (locale !== null) return part('no-such-locale', `There is no locale ${locale}.`)
  const stored = isOpen ? await storedEntry(context, request) : null
  if (stored === null) return part('not-found', 'There is no such entry.')
  if (context.rules !== undefined && (await isThereWithoutRules(context, request, caller)))
    return [hiddenBy(type, caller, context.rules)]
  return part('draft', 'The entry is a draft.', {
    kind: 'publish',
    request: { route: `POST /content/${type.uid}/${stored}/publish`, body: {} },
  })
}

async function isThereWithoutRules(
  { api }: ManagementContext,
  request: ExplainedRequest,
  { access: { rows, ...access } }: ApiCaller,
): Promise<boolean> {
  if (rows === undefined) return false
  try {
    await runRequest(api, request, { ...access, fingerprint: `${access.fingerprint} without rules` })
    return true
  } catch (error) {
    if (error instanceof PopulusError) return false
    throw error
  }
}

async function unknownLocale(
  context: ManagementContext,
  { type, search, target }: ExplainedRequest,
): Promise<string | null> {
  const { locale } = parseText(search, withoutLength(context.queryLimits))
  if (!type.localized || target === 'entry' || typeof locale !== 'string' || locale === 'all') return null
  const access = adminAccess(context.schema, everyRight(context.schema))
  const known = JSON.parse(await findLocales(context.content, access)) as readonly { code: string }[]
  return known.some(({ code }) => code === locale) ? null : locale
}

/** The id of the entry, published or not. */
async function storedEntry(context: ManagementContext, { type, entryId }: ExplainedRequest): Promise<number | null> {
  if (entryId === null) return null
  const access = adminAccess(context.schema, everyRight(context.schema))
  const [found] = await findIds(context, { type, access }, { filters: [], ids: [entryId] })
  return found ?? null
}

/** The query was read before, so that it is not too long. */
function withoutLength(limits: QueryLimits): QueryLimits {
  return { ...limits, queryLength: Number.MAX_SAFE_INTEGER }
}
