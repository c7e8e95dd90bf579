/** The address at which a program reads the list that is on the screen. */
import type { AttributeTypeName, TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { queryText } from '../../api/query-text.ts'
import { datedFilters } from './filters/last-days.ts'
import { parseSort } from './list-request.ts'
import type { ListSearch } from './list-search.ts'

const POPULATED: readonly AttributeTypeName[] = ['relation', 'media', 'component', 'dynamiczone']

/** - `/api/articles?filters[title][$contains]=tea&sort=title:asc&fields[0]=title`; nothing for a type without an address. */
export function apiAddress(type: TypeInfo, search: ListSearch, columns: readonly string[]): string | undefined {
  if (type.apiPath === null) return undefined
  const sort = parseSort(search.sort)
  const isPopulated = (name: string) => POPULATED.includes(type.attributes[name]?.type ?? 'string')
  const fields = columns.filter(name => name !== 'id' && !isPopulated(name))
  const populate = columns.filter(isPopulated)
  const query = {
    _q: search._q,
    filters: datedFilters(withStatus(search)),
    sort: sort === undefined ? undefined : `${sort.by}:${sort.order.toLowerCase()}`,
    fields: fields.length === 0 ? undefined : fields,
    populate: populate.length === 0 ? undefined : populate,
    locale: search.locale,
    // Programs get published entries unless they ask for drafts too.
    publicationState: type.draftAndPublish && search.status !== 'published' ? 'preview' : undefined,
    pagination:
      search.page === undefined && search.pageSize === undefined
        ? undefined
        : { page: search.page ?? '1', pageSize: search.pageSize },
  }
  const text = queryText(query).replace(/%24/g, '$').replace(/%3A/g, ':')
  return text === '' ? type.apiPath : `${type.apiPath}?${text}`
}

function withStatus({ status, filters }: ListSearch): ListSearch['filters'] {
  if (status !== 'draft') return filters
  const draft = { publishedAt: { $null: 'true' } }
  return filters === undefined ? draft : { $and: [filters, draft] }
}
