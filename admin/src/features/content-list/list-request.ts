/** What a list asks of the server. */
import type { ListQuery } from '../../../../src/admin-api/content-api.ts'
import { datedFilters } from './filters/last-days.ts'
import { compact, type ListSearch } from './list-search.ts'

/** The request that shows the list. What the address does not say is left to the stored view. */
export function listQueryOf({ page, pageSize, sort, filters, view: _, ...rest }: ListSearch): ListQuery {
  const pagination = compact({
    page: page === undefined ? undefined : Number(page),
    pageSize: pageSize === undefined ? undefined : Number(pageSize),
  })
  return {
    ...rest,
    ...(filters === undefined ? {} : { filters: datedFilters(filters) }),
    ...(sort === undefined ? {} : { sort: sort.replace(/:(ASC|DESC)$/, order => order.toLowerCase()) }),
    ...(Object.keys(pagination).length === 0 ? {} : { pagination }),
  }
}

/** The part of an address that decides which entries are in the list. */
export function entriesOf({ filters, _q, locale, status, stage }: ListSearch) {
  return compact({ filters, _q, locale, status, stage })
}

export type SortOrder = 'ASC' | 'DESC'

export interface Sort {
  readonly by: string
  readonly order: SortOrder
}

/** - `parseSort('title:DESC')` gives `{ by: 'title', order: 'DESC' }` */
export function parseSort(sort: string | undefined): Sort | undefined {
  if (sort === undefined) return undefined
  const [by, order] = sort.split(':') as [string, string | undefined]
  return { by, order: order?.toUpperCase() === 'DESC' ? 'DESC' : 'ASC' }
}
