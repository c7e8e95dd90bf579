/** The entry point of parsing: turns a query string into a ReadRequest. */
import { PopulusError } from '../errors.ts'
import { findMisspelt, findMisspeltOptions } from './find-misspelt.ts'
import type { QueryLimits } from './limits.ts'
import { parseFields } from './parse-fields.ts'
import { parseFilters } from './parse-filters.ts'
import { parsePagination } from './parse-pagination.ts'
import { parsePopulate } from './parse-populate.ts'
import { parsePublicationState } from './parse-publication-state.ts'
import { parseSearch } from './parse-search.ts'
import { parseSort } from './parse-sort.ts'
import { checkListLength, checkListLengths, parseText } from './parse-text.ts'
import { attempt } from './problem.ts'
import type { QueryStyle } from './query-style.ts'
import { isBlank, isList, type QueryObject, type QueryValue, shown } from './query-value.ts'
import type { ListRequest, ReadRequest, RootPaging, ShownRequest } from './read-request.ts'

/** `parseQuery('fields[0]=title&populate=author', limits, dialect)`; unknown root parameters are ignored. */
export function parseQuery(search: string, limits: QueryLimits, style: QueryStyle): ReadRequest {
  return readRequest(parseText(search, limits), limits, style)
}

/** The request of a query that is not written as text. */
export function readRequest(query: QueryObject, limits: QueryLimits, style: QueryStyle): ReadRequest {
  return { ...listRequest(query, limits), ...shownRequest(query, limits, style) }
}

export function listRequest(query: QueryObject, limits: QueryLimits): ListRequest {
  return {
    filters: parseFilters(query.filters, 'filters', limits),
    sort: parseSort(query.sort, 'sort', limits),
    pagination: attempt(() => parsePagination(query.pagination, 'pagination')),
    contains: attempt(() => parseContains(query._q)),
    search: attempt(() => parseSearch(query.search)),
    locale: parseLocale(query.locale, limits),
    rootPaging: parseRootPaging(query),
    misspelt: findMisspelt(query),
  }
}

function shownRequest(query: QueryObject, limits: QueryLimits, style: QueryStyle): ShownRequest {
  const rules = { ...limits, ...style }
  return {
    selection: {
      path: '',
      fields: parseFields(query.fields, 'fields', rules),
      populate: parsePopulate(query.populate, 'populate', rules),
    },
    format: attempt(() => parseFormat(query.format)),
    publicationState: attempt(() => parsePublicationState(query.publicationState)),
    fallback: parseFallback(query.fallback, limits),
    misspeltOptions: findMisspeltOptions(query.populate, style.idleOptionsAreErrors),
  }
}

/** The plan decides what the value means: a code, a list of codes, or operators as in `filters`. */
function parseLocale(value: QueryValue | undefined, limits: QueryLimits): QueryValue | undefined {
  if (value !== undefined) checkListLengths(value, 'locale', limits)
  return value
}

/** Each of them is compared with all those before it, for every entry. */
const MOST_FALLBACKS = 50

/** `en,de` or a list of codes. */
function parseFallback(value: QueryValue | undefined, limits: QueryLimits): readonly string[] {
  if (isBlank(value)) return []
  checkListLength(value, 'fallback', limits)
  const items = isList(value) ? value : [value]
  if (items.every(item => typeof item === 'string')) {
    const codes = items.flatMap(item => item.split(',').map(code => code.trim())).filter(code => code !== '')
    if (codes.length <= MOST_FALLBACKS) return codes
    throw new PopulusError('badValue', {
      parameter: 'fallback',
      problem: `expected at most ${MOST_FALLBACKS} locales, got ${codes.length}`,
    })
  }
  const problem = `expected codes of locales such as en,de, got ${shown(value)}`
  throw new PopulusError('badValue', { parameter: 'fallback', problem })
}

function parseFormat(value: QueryValue | undefined): 'v4' | 'flat' {
  if (isBlank(value)) return 'v4'
  if (value === 'v4' || value === 'flat') return value
  throw new PopulusError('badValue', { parameter: 'format', problem: `expected v4 or flat, got ${shown(value)}` })
}

function parseContains(value: QueryValue | undefined): string | null {
  if (isBlank(value)) return null
  if (typeof value === 'string') return value
  throw new PopulusError('badValue', { parameter: '_q', problem: `expected a string, got ${shown(value)}` })
}

function parseRootPaging(query: QueryObject): RootPaging | null {
  const has = (...keys: readonly string[]) => keys.some(key => query[key] !== undefined)
  if (!has('page', 'pageSize', 'start', 'limit')) return null
  return { pages: has('page', 'pageSize'), start: query.start, limit: query.limit }
}
