/** A page of entries, as a table shows them. */

import type { EntryList, ListRow } from '../../admin-api/content-api.ts'
import { mayReadField, namesHidden } from '../../plan/access.ts'
import type { RecordedCondition } from '../../plan/read/conditions/condition.ts'
import { isObject, type QueryObject, type QueryValue } from '../../query/query-value.ts'
import type { Attribute, Model } from '../../schema/schema.ts'
import { pageMeta } from '../../util/page-meta.ts'
import type { ManagementContext } from '../management-context.ts'
import { pendingAmong, pendingOnly } from '../pending/pending-lists.ts'
import { inStage, stageMarks } from '../workflows/stage-of-entries.ts'
import { branchOf, itemFields, type QueryScope } from './entry-query.ts'
import { type RawList, readList } from './find-ids.ts'
import { type ListRequest, parseListQuery } from './list-query.ts'
import type { ManagedType } from './managed-type.ts'
import { nameRelated } from './name-related.ts'
import { localeOf, type RawEntry, shapeValue, statusOf, titleOf } from './shape-values.ts'

/** Longer tables are not counted for the first rows: the number is asked for apart, by `countEntries`. */
const COUNTED_AT_ONCE = 10_000

export async function listEntries(
  context: ManagementContext,
  managed: ManagedType,
  search: string,
): Promise<EntryList> {
  const request = parseListQuery(context, managed, search)
  const list = await listScope(context, managed)
  const paging = withPageSize(request.query.pagination, list.pageSize)
  const isCounted = isQuicklyCounted(context, managed) || !hasPages(paging)
  const { query, among } = await chosenBy(context, managed, request)
  const wanted = {
    ...(list.sort === null ? {} : { sort: list.sort }),
    ...query,
    pagination: isCounted ? paging : { ...(paging as QueryObject), withCount: 'false' },
    ...shownOf(managed, request.columns ?? list.columns, list),
  }
  const { data, meta } = await readList(context, managed, wanted, among)
  const pending = await pendingAmong(
    context,
    managed,
    data.flatMap(entry => [entry, ...translationsOf(entry)].map(({ id }) => id)),
  )
  const columns = (request.columns ?? list.columns).filter(name => name !== 'id')
  const shaped = data.map(raw => toRow(raw, columns, { managed, list, pending }))
  const named = await nameRelated(
    context,
    managed,
    shaped.map(({ values }) => values),
  )
  const { stages, marks } = await stageMarks(
    context,
    managed,
    shaped.map(({ id }) => id),
  )
  const rows = shaped.map((row, index) => {
    const stage = marks.get(row.id)
    return { ...row, values: named[index]!, ...(stage === undefined ? {} : { stage }) }
  })
  const counted = isCounted ? { pagination: meta.pagination, count: 'exact' as const } : knownSoFar(meta, rows.length)
  return { data: rows, meta: { ...counted, ...(stages === undefined ? {} : { stages }) } }
}

function isQuicklyCounted({ content }: ManagementContext, { type }: ManagedType): boolean {
  return type.table === null || content.statistics.current().rows(type.table) <= COUNTED_AT_ONCE
}

/** False for `start` and `limit`. */
function hasPages(paging: QueryValue): boolean {
  return isObject(paging) && !('start' in paging) && !('limit' in paging)
}

/** A page that is not full is the last one. After a full one there may be more. */
function knownSoFar({ pagination }: RawList['meta'], rows: number): EntryList['meta'] {
  const { page, pageSize } = pagination
  const total = (page - 1) * pageSize + rows
  const isLast = rows < pageSize && (rows > 0 || page === 1)
  return {
    pagination: pageMeta({ page, pageSize }, total),
    count: isLast ? 'exact' : 'estimate',
  }
}

/** How many entries a list has on all its pages. */
export async function countEntries(context: ManagementContext, managed: ManagedType, search: string): Promise<number> {
  const request = parseListQuery(context, managed, search)
  const { query, among } = await chosenBy(context, managed, request)
  const { sort: _, pagination: __, ...chosen } = query
  const counted = { ...chosen, fields: ['id'], pagination: { pageSize: '1', withCount: 'true' } }
  return (await readList(context, managed, counted, among)).meta.pagination.total
}

/** The view's page size, unless the request chooses another way to cut the list. */
function withPageSize(given: QueryValue | undefined, pageSize: string): QueryValue {
  if (given === undefined) return { pageSize }
  const isOwn = !isObject(given) || 'pageSize' in given || 'start' in given || 'limit' in given
  return isOwn ? given : { ...given, pageSize }
}

/** What a list asks for, and what its query cannot say. */
export interface ChosenEntries {
  readonly query: QueryObject
  readonly among: readonly RecordedCondition[]
}

/** The entries of a list. Throws for a stage that the type does not have. */
export async function chosenBy(
  context: ManagementContext,
  managed: ManagedType,
  { query, status, stage }: Pick<ListRequest, 'query' | 'status' | 'stage'>,
): Promise<ChosenEntries> {
  const { type } = managed
  const filters = [...(query.filters === undefined ? [] : [query.filters]), ...statusFilters(managed, status)]
  const { filters: _, ...others } = query
  const locale = type.localized ? { locale: query.locale ?? (await context.content.defaultLocale()) } : {}
  return {
    query: { ...others, ...locale, ...(filters.length === 0 ? {} : { filters: { $and: filters } }) },
    among: [...(await pendingOnly(context, managed, status)), ...(await inStage(context, type.uid, stage))],
  }
}

/** None if they were not asked for. */
function translationsOf({ attributes }: RawEntry): readonly RawEntry[] {
  const { localizations } = attributes as { localizations?: { readonly data: readonly RawEntry[] } }
  return localizations?.data ?? []
}

function statusFilters({ type }: ManagedType, status: ListRequest['status']): readonly QueryValue[] {
  if (status === null || !type.draftAndPublish) return []
  return [{ publishedAt: status === 'draft' ? { $null: 'true' } : { $notNull: 'true' } }]
}

interface ListScope extends QueryScope {
  readonly namesHidden: (uid: string) => boolean
  /** Those of the view that the person may read. */
  readonly columns: readonly string[]
  /** The order if the request names none. */
  readonly sort: string | null
  readonly pageSize: string
}

async function listScope({ schema, views }: ManagementContext, { type, access }: ManagedType): Promise<ListScope> {
  const view = await views.all()
  const columns = view(type).layouts.list.filter(name => name === 'id' || mayReadField(access, type.uid, name))
  const titleField = (model: Model) => view(model).settings.mainField
  const { defaultSortBy, defaultSortOrder, pageSize } = view(type).settings
  const sorted = type.attributes.get(defaultSortBy)
  const isOpen = sorted?.kind === 'scalar' && !isPassword(sorted) && mayReadField(access, type.uid, defaultSortBy)
  const sort = isOpen || defaultSortBy === 'id' ? `${defaultSortBy}:${defaultSortOrder.toLowerCase()}` : null
  return {
    ...{ schema, access, titleField, relations: 'first', columns, sort, pageSize: String(pageSize) },
    namesHidden: uid => namesHidden(access, uid),
  }
}

/** `fields` and `populate` for the columns. A relation needs its number of entries and the first of them. */
function shownOf(managed: ManagedType, columns: readonly string[], scope: ListScope): QueryObject {
  const { type } = managed
  const attributes = columns.flatMap(name => type.attributes.get(name) ?? [])
  const scalars = attributes.filter(({ kind }) => kind === 'scalar').map(({ name }) => name)
  const plain = scalars.filter(name => !isPassword(type.attributes.get(name)!))
  const populate = attributes.flatMap(attribute => {
    const branch = branchOf(type, attribute, scope)
    if (branch === null || attribute.kind === 'zone') return []
    return [[attribute.name, 'pagination' in branch ? { ...branch, pagination: ONE } : branch] as const]
  })
  const others: [string, QueryObject][] = type.localized ? [['localizations', { fields: translationFields(type) }]] : []
  return {
    fields: [...new Set([...plain, ...itemFields(type, scope)])],
    populate: Object.fromEntries([...populate, ...others]),
  }
}

const ONE = { page: '1', pageSize: '1', withCount: 'true' }

function translationFields({ draftAndPublish }: ManagedType['type']): readonly string[] {
  return draftAndPublish ? ['locale', 'publishedAt'] : ['locale']
}

function isPassword(attribute: Attribute): boolean {
  return attribute.kind === 'scalar' && attribute.type === 'password'
}

function toRow(
  raw: RawEntry,
  columns: readonly string[],
  {
    managed: { type },
    list,
    pending,
  }: { readonly managed: ManagedType; readonly list: ListScope; readonly pending: ReadonlySet<number> },
): ListRow {
  const { id, attributes } = raw
  const statusFor = (entry: RawEntry) => {
    const status = statusOf(type, entry.attributes)
    return status === 'published' && pending.has(entry.id) ? 'modified' : status
  }
  const values = columns.flatMap(name => {
    const attribute = type.attributes.get(name)
    const value = attributes[name]
    return attribute === undefined || value === undefined ? [] : [[name, shapeValue(attribute, value, list)] as const]
  })
  return {
    id,
    title: titleOf(type, raw, list),
    status: statusFor(raw),
    locale: localeOf(attributes),
    values: Object.fromEntries(values),
    ...(attributes.localizations === undefined
      ? {}
      : {
          locales: translationsOf(raw).map(other => ({
            locale: localeOf(other.attributes) ?? '',
            id: other.id,
            status: statusFor(other),
          })),
        }),
  }
}
