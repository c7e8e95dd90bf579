/** Why an entry is not in a list. Each thing that decides about the list is tried alone on this entry. */
import type { MissingPart, Remedy } from '../../admin-api/explain-api.ts'
import type { ApiCaller } from '../../identity/access/api-callers.ts'
import type { Access } from '../../plan/access.ts'
import { parseText } from '../../query/parse-text.ts'
import { queryText } from '../../query/query-text.ts'
import { isList, isObject, joinPath, type QueryObject, type QueryValue } from '../../query/query-value.ts'
import type { ManagementContext } from '../management-context.ts'
import { adminAccess } from '../rights/admin-access.ts'
import { everyRight } from '../rights/admin-rights.ts'
import type { ExplainedRequest } from './explained-request.ts'
import { hiddenBy } from './hidden-rows.ts'
import { runRequest } from './run-request.ts'

export interface Sought {
  readonly request: ExplainedRequest
  readonly caller: ApiCaller
  /** The entry. */
  readonly id: number
  /** Whether the person may read it. */
  readonly isOpen: boolean
}

/** Whether the answer of a list has the entry. */
export function hasEntry(answer: Buffer, id: number): boolean {
  const { data } = JSON.parse(answer.toString()) as { readonly data: readonly { readonly id: number }[] }
  return data.some(entry => entry.id === id)
}

/** For an entry that the answer does not have. */
export async function whyNotListed(context: ManagementContext, sought: Sought): Promise<readonly MissingPart[]> {
  const { request, caller, id, isOpen } = sought
  const limits = { ...context.queryLimits, queryLength: Number.MAX_SAFE_INTEGER }
  const query = parseText(request.search, limits)
  const { publicationState, locale, fallback } = query
  const chosen = defined({ publicationState, locale, fallback })
  const everybody = adminAccess(context.schema, everyRight(context.schema))
  const passes = (access: Access, asked: QueryObject) => isListed(context, sought, access, asked)
  const localized = request.type.localized ? { locale: 'all' } : {}
  if (!isOpen || !(await passes(everybody, { publicationState: 'preview', ...localized })))
    return [part('not-found', `There is no entry ${id}.`)]
  if (await passes(caller.access, chosen))
    return whyNotOnPage(query, asked => passes(caller.access, { ...chosen, ...asked }))
  const reasons = [
    ...((await passes(everybody, { ...defined({ publicationState }), ...localized })) ? [] : [draft(request, id)]),
    ...((await passes(everybody, { ...defined({ locale, fallback }), publicationState: 'preview' }))
      ? []
      : [
          part('other-locale', `The entry ${id} is not in the locale of the list.`, {
            kind: 'locale',
            query: 'locale=all',
          }),
        ]),
  ]
  if (reasons.length > 0) return reasons
  return context.rules === undefined
    ? [part('rule', `The rights of ${caller.name} leave the entry out.`)]
    : [hiddenBy(request.type, caller, context.rules)]
}

/** It exists for the caller. So a filter leaves it out, or it is on another page. */
async function whyNotOnPage(
  query: QueryObject,
  passes: (asked: QueryObject) => Promise<boolean>,
): Promise<readonly MissingPart[]> {
  const { filters, _q, search, populate } = query
  const found: MissingPart[] = []
  for (const { at, filter } of conditionsOf(filters, 'filters'))
    if (!(await passes({ filters: filter }))) found.push(part('filtered', `${at} leaves it out.`))
  for (const [name, value] of Object.entries(defined({ _q, search })))
    if (!(await passes({ [name]: value }))) found.push(part('filtered', `${name} does not find it.`))
  if (found.length > 0) return found
  if (await passes(defined({ filters, _q, search, populate })))
    return [part('limited', 'It is in the list, but not on this page of it.')]
  return [part('filtered', 'What populate requires leaves it out.')]
}

/** The conditions that an entry must pass all of: `{ a: 1, $and: [{ b: 2 }] }` has two. */
function conditionsOf(
  filters: QueryValue | undefined,
  path: string,
): readonly { readonly at: string; readonly filter: QueryObject }[] {
  if (!isObject(filters)) return []
  return Object.entries(filters).flatMap(([name, value]) => {
    const at = joinPath(path, name)
    const items = name === '$and' && isList(value) ? value : null
    if (items !== null) return items.flatMap((item, index) => conditionsOf(item, joinPath(at, index)))
    return [{ at, filter: { [name]: value } }]
  })
}

async function isListed(
  { api }: ManagementContext,
  { request: { type }, id }: Sought,
  access: Access,
  { filters, ...asked }: QueryObject,
): Promise<boolean> {
  const named: QueryObject = { id: { $eq: String(id) } }
  const query = { ...asked, filters: filters === undefined ? named : { $and: [filters, named] } }
  const queryLength = Number.MAX_SAFE_INTEGER
  const request = {
    type,
    target: 'collection',
    entryId: null,
    search: queryText(query, queryLength),
    queryLength,
  } as const
  return hasEntry((await runRequest(api, request, access)).answer, id)
}

function draft({ type: { uid } }: ExplainedRequest, id: number): MissingPart {
  return part('draft', 'The entry is a draft.', {
    kind: 'publish',
    request: { route: `POST /content/${uid}/${id}/publish`, body: {} },
  })
}

function part(reason: MissingPart['reason'], message: string, remedy: Remedy | null = null): MissingPart {
  return { path: '', reason, message, remedy }
}

function defined(query: Readonly<Record<string, QueryValue | undefined>>): QueryObject {
  return Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, QueryValue] => entry[1] !== undefined),
  )
}
