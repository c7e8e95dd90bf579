/** The ids of entries that pass some filters. */
import { makeAnswer } from '../../content/read/make-answer.ts'
import { asValues, prepareRead } from '../../content/read/prepare-read.ts'
import type { Access } from '../../plan/access.ts'
import type { CollectionTarget } from '../../plan/read/read-target.ts'
import type { QueryObject } from '../../query/query-value.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { ManagementContext } from '../management-context.ts'
import type { RawEntry } from './shape-values.ts'

interface WantedIds {
  readonly filters: readonly QueryObject[]
  readonly ids: readonly number[]
}

/** Reads a list with the query language of the content API: any status, any locale unless the query names one. */
export async function readList(
  { content }: ManagementContext,
  { type, access }: { readonly type: ContentType; readonly access: Access },
  query: QueryObject,
  among: CollectionTarget['among'] = [],
): Promise<RawList> {
  const wanted = asValues({ locale: 'all', ...query, publicationState: 'preview' })
  const target: CollectionTarget = { kind: 'collection', ...(among.length === 0 ? {} : { among }) }
  const prepared = await prepareRead(content, { type, access, ...wanted }, target)
  const { plain: json } = await makeAnswer(content, prepared)
  return JSON.parse(json.toString()) as RawList
}

export interface RawList {
  readonly data: readonly RawEntry[]
  readonly meta: {
    readonly pagination: {
      readonly page: number
      readonly pageSize: number
      readonly pageCount: number
      readonly total: number
    }
  }
}

/** Entries of one type in one read. */
export const AT_ONCE = 100

export async function findIds(
  context: ManagementContext,
  managed: { readonly type: ContentType; readonly access: Access },
  { filters, ids }: WantedIds,
): Promise<readonly number[]> {
  const found: number[] = []
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const wanted = { id: { $in: ids.slice(first, first + AT_ONCE).map(String) } }
    const { data } = await readList(context, managed, {
      fields: ['id'],
      filters: { $and: [wanted, ...filters] },
      pagination: { pageSize: String(AT_ONCE), withCount: 'false' },
    })
    found.push(...data.map(({ id }) => id))
  }
  return found
}
