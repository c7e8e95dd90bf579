/** The list that the address describes: its rows, its columns, and how to change it. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { EntryList } from '../../../../src/admin-api/content-api.ts'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import type { ViewConfiguration } from '../../../../src/admin-api/view-api.ts'
import { type Column, columnsOf } from './columns.ts'
import { countQuery, entriesQuery, viewQuery } from './list-queries.ts'
import { entriesOf, listQueryOf, parseSort, type Sort } from './list-request.ts'
import { compact, type ListSearch } from './list-search.ts'

const route = getRouteApi('/content-manager/collection-types/$uid')

export type SearchChange = { readonly [Name in keyof ListSearch]?: ListSearch[Name] | undefined }

export interface List {
  readonly type: TypeInfo
  readonly view: ViewConfiguration | undefined
  readonly search: ListSearch
  readonly answer: EntryList | undefined
  readonly error: Error | null
  /** The rows are those of the former page, or are being asked for again. */
  readonly waiting: boolean
  readonly columns: readonly Column[]
  readonly sort: Sort | undefined
  /** Goes to another list. Unless the page is named it is the first one. */
  readonly change: (change: SearchChange, options?: { readonly replace?: boolean }) => void
  readonly prefetch: (page: number) => void
  readonly again: () => void
}

export function useList(type: TypeInfo): List {
  const client = useQueryClient()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: view } = useQuery(viewQuery(type.uid))
  const query = useQuery({ ...entriesQuery(type.uid, listQueryOf(search)), placeholderData: keepPreviousData })
  const chosen = listQueryOf(entriesOf(search))
  const isOpen = query.data?.meta.count === 'estimate' && !query.isPlaceholderData
  const counted = useQuery({ ...countQuery(type.uid, chosen), enabled: isOpen })
  const names = search.columns ?? view?.layouts.list ?? Object.keys(query.data?.data[0]?.values ?? {})
  return {
    type,
    view,
    search,
    answer: isOpen && counted.data !== undefined ? withTotal(query.data!, counted.data) : query.data,
    error: query.error,
    waiting: query.isFetching,
    columns: columnsOf(names, type, view),
    sort: parseSort(search.sort) ?? usualSort(view),
    change: (change, { replace = false } = {}) =>
      navigate({ search: old => compact({ ...old, page: undefined, ...change }) as ListSearch, replace }),
    prefetch: page => client.prefetchQuery(entriesQuery(type.uid, listQueryOf({ ...search, page: String(page) }))),
    again: () => query.refetch(),
  }
}

/** The number of entries, once it is known. */
function withTotal({ data, meta }: EntryList, total: number): EntryList {
  const { pageSize } = meta.pagination
  const pagination = { ...meta.pagination, total, pageCount: Math.ceil(total / pageSize) }
  return { data, meta: { ...meta, pagination, count: 'exact' } }
}

function usualSort(view: ViewConfiguration | undefined): Sort | undefined {
  return view === undefined ? undefined : { by: view.settings.defaultSortBy, order: view.settings.defaultSortOrder }
}
