/** One action on many entries: chosen by their ids, or by the query of a list. All of them or none. */
import { z } from 'zod'
import type { BulkResult } from '../../admin-api/content-api.ts'
import type { JsonObject, ValueError } from '../../admin-api/route-types.ts'
import type { PopulusError } from '../../errors.ts'
import { badInput, checkInput, flag } from '../../input/check-input.ts'
import { queryText } from '../../query/query-text.ts'
import type { QueryObject, QueryValue } from '../../query/query-value.ts'
import { readList } from '../entries/find-ids.ts'
import { chosenBy, pendingIds } from '../entries/list-entries.ts'
import { parseListQuery } from '../entries/list-query.ts'
import { checkCovered, type ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'
import { countIncoming } from '../relations/incoming-references.ts'
import { findProblems } from './check-entry.ts'
import { deleteEntries } from './delete-entries.ts'
import { editEntries } from './edit-entries.ts'
import { publishAll } from './publish-entry.ts'

const MOST = 1000

const bulkInput = z.strictObject({
  action: z.enum(['publish', 'unpublish', 'delete', 'edit'], { error: 'expected publish, unpublish, delete or edit' }),
  ids: z
    .array(
      z
        .number()
        .int()
        .positive()
        .max(2 ** 31 - 1),
      { error: 'expected a list of ids' },
    )
    .max(MOST, { error: `expected at most ${MOST} ids` })
    .optional(),
  query: z.record(z.string(), z.unknown(), { error: 'expected an object' }).optional(),
  data: z.unknown().optional(),
  dryRun: flag().optional(),
})

const RIGHTS = { publish: 'publish', unpublish: 'publish', delete: 'delete', edit: 'update' } as const

export async function bulkChange(context: ManagementContext, managed: ManagedType, body: unknown): Promise<BulkResult> {
  const { action, dryRun = false, data, ...chosen } = checkInput(bulkInput, body)
  if ((chosen.ids === undefined) === (chosen.query === undefined))
    throw badInput([{ path: ['ids'], message: 'expected either ids or query' }])
  const ids = chosen.ids === undefined ? await idsOf(context, managed, chosen.query!) : [...new Set(chosen.ids)]
  if (ids.length === 0) return { dryRun, ids: [], failed: [], incoming: 0 }
  await checkCovered(context, managed, RIGHTS[action], ids)
  const incoming = action === 'delete' ? await countIncoming(context, managed, ids) : 0
  const failed = action === 'publish' ? await unpublishable(context, managed, ids) : []
  if (failed.length > 0) return { dryRun, ids: [], failed, incoming }
  if (action === 'edit') return { dryRun, ...(await edit(context, managed, ids, data, dryRun)), incoming }
  if (!dryRun) {
    if (action === 'delete') await deleteEntries(context, managed, ids)
    else await publishAll(context, managed, { ids, to: action })
  }
  return { dryRun, ids, failed: [], incoming }
}

type Failed = BulkResult['failed']

async function unpublishable(
  context: ManagementContext,
  managed: ManagedType,
  ids: readonly number[],
): Promise<Failed> {
  if (!managed.type.draftAndPublish)
    throw badInput([{ path: ['action'], message: `${managed.type.uid} has no drafts` }])
  const { problems } = await findProblems(context, managed, ids)
  return [...problems].map(([id, errors]) => ({ id, message: errors[0]!.message, errors }))
}

async function edit(
  context: ManagementContext,
  managed: ManagedType,
  ids: readonly number[],
  data: unknown,
  dryRun: boolean,
): Promise<Pick<BulkResult, 'ids' | 'failed'>> {
  const failed = await editEntries(context, managed, { ids, data, dryRun })
  return { ids: failed.length === 0 ? ids : [], failed: failed.map(({ id, error }) => ({ id, ...described(error) })) }
}

function described(error: PopulusError): { readonly message: string; readonly errors: readonly ValueError[] } {
  const { errors = [] } = error.details as { errors?: readonly ValueError[] }
  return { message: error.message, errors }
}

async function idsOf(context: ManagementContext, managed: ManagedType, query: object): Promise<readonly number[]> {
  const request = parseListQuery(context, managed, queryText(asQuery(query as JsonObject)))
  const pending = await pendingIds(context, managed)
  const chosen = await chosenBy(context, managed, request, pending)
  const ids: number[] = []
  for (let page = 1; ids.length <= MOST; page += 1) {
    const { data } = await readList(context, managed, {
      ...chosen,
      fields: ['id'],
      sort: 'id',
      pagination: { page: String(page), pageSize: '100', withCount: 'false' },
    })
    ids.push(...data.map(({ id }) => id))
    if (data.length < 100) return ids
  }
  throw badInput([{ path: ['query'], message: `selects more than ${MOST} entries` }])
}

/** JSON as it would be in a query string. */
function asQuery(given: JsonObject): QueryObject {
  const convert = (value: unknown): QueryValue => {
    if (Array.isArray(value)) return value.map(convert)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convert(item)]))
    return value === null ? null : String(value)
  }
  return convert(given) as QueryObject
}
