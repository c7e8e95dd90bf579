/** Many entries of a type: named by their ids, or chosen by the query of a list. */
import { z } from 'zod'
import type { JsonObject } from '../../admin-api/route-types.ts'
import { badInput, idNumber } from '../../input/check-input.ts'
import { queryText } from '../../query/query-text.ts'
import type { QueryObject, QueryValue } from '../../query/query-value.ts'
import { readList } from '../entries/find-ids.ts'
import { chosenBy } from '../entries/list-entries.ts'
import { parseListQuery } from '../entries/list-query.ts'
import type { ManagedType } from '../entries/managed-type.ts'
import type { ManagementContext } from '../management-context.ts'

const MOST = 1000

/** The part of a body that says which. */
export const CHOICE = {
  ids: z
    .array(idNumber(), { error: 'expected a list of ids' })
    .max(MOST, { error: `expected at most ${MOST} ids` })
    .optional(),
  query: z.record(z.string(), z.unknown(), { error: 'expected an object' }).optional(),
}

interface Choice {
  readonly ids?: readonly number[] | undefined
  readonly query?: object | undefined
}

/** Without duplicates. Ids that the body names are not looked up. */
export async function chosenIds(
  context: ManagementContext,
  managed: ManagedType,
  { ids, query }: Choice,
): Promise<readonly number[]> {
  if ((ids === undefined) === (query === undefined))
    throw badInput([{ path: ['ids'], message: 'expected either ids or query' }])
  return ids === undefined ? idsOf(context, managed, query!) : [...new Set(ids)]
}

async function idsOf(context: ManagementContext, managed: ManagedType, query: object): Promise<readonly number[]> {
  const request = parseListQuery(context, managed, queryText(asQuery(query as JsonObject)))
  const chosen = await chosenBy(context, managed, request)
  const ids: number[] = []
  for (let page = 1; ids.length <= MOST; page += 1) {
    const pagination = { page: String(page), pageSize: '100', withCount: 'false' }
    const query = { ...chosen.query, fields: ['id'], sort: 'id', pagination }
    const { data } = await readList(context, managed, query, chosen.among)
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
