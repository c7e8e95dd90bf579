/** The entry point of parsing: turns a query string into a ReadRequest. */
import { PopulusError } from '../errors.ts'
import { findMisspelt, findMisspeltOptions } from './find-misspelt.ts'
import type { QueryLimits } from './limits.ts'
import { parsePagination } from './parse-pagination.ts'
import { parseFields, parseFilters, parsePublicationState, parseSort } from './parse-parts.ts'
import { parsePopulate } from './parse-populate.ts'
import { checkListLength, checkListLengths, parseText } from './parse-text.ts'
import type { QueryStyle } from './query-style.ts'
import { isBlank, isList, isObject, joinPath, type QueryObject, type QueryValue, shown } from './query-value.ts'
import {
  attempt,
  type ListRequest,
  type ReadRequest,
  type RootPaging,
  type SearchRequest,
  type ShownRequest,
} from './read-request.ts'

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

// `search=words`, or `search[query]=words` with options beside it.

const OPTIONS = ['query', 'typos', 'prefixes', 'snippets']

/** `null`: nothing is searched for. */
function parseSearch(value: QueryValue | undefined): SearchRequest | null {
  if (isBlank(value)) return null
  if (typeof value === 'string') return { query: value, typos: true, prefixes: true, snippets: false }
  if (!isObject(value)) throw wrong('search', 'words', value)
  const unknown = Object.keys(value).find(name => !OPTIONS.includes(name))
  if (unknown !== undefined) {
    const problem = `there is no such option; there are ${OPTIONS.join(', ')}`
    throw new PopulusError('badValue', { parameter: joinPath('search', unknown), problem })
  }
  const { query } = value
  const options = {
    typos: flag(value, 'typos', true),
    prefixes: flag(value, 'prefixes', true),
    snippets: flag(value, 'snippets', false),
  }
  const [option] = Object.keys(value)
  if (query === undefined && option !== undefined) {
    const problem = 'it says how to search, but not for what; write search[query]=words'
    throw new PopulusError('badValue', { parameter: joinPath('search', option), problem })
  }
  if (isBlank(query)) return null
  if (typeof query !== 'string') throw wrong('search[query]', 'words', query)
  return { query, ...options }
}

function flag(given: QueryObject, name: string, absent: boolean): boolean {
  const value = given[name]
  if (value === undefined) return absent
  if (value === 'true' || value === 'false') return value === 'true'
  throw wrong(joinPath('search', name), 'true or false', value)
}

function wrong(parameter: string, expected: string, value: QueryValue): PopulusError {
  return new PopulusError('badValue', { parameter, problem: `expected ${expected}, got ${shown(value)}` })
}
