/** The parameters of an aggregate. Those that select entries are the same as in a list. */
import { PopulusError } from '../../errors.ts'
import { findMisspelt } from '../find-misspelt.ts'
import type { QueryLimits } from '../limits.ts'
import { readRequest } from '../parse-query.ts'
import { checkListLength, parseText } from '../parse-text.ts'
import type { QueryStyle } from '../query-style.ts'
import { isBlank, isList, joinPath, type QueryValue, shown } from '../query-value.ts'
import {
  type AggregateRequest,
  type AggregateSort,
  BUCKETS,
  type Bucket,
  type GroupRequest,
  MEASURES,
  type NamedValue,
} from './aggregate-request.ts'

const PAGING = ['pagination', 'page', 'pageSize', 'start', 'limit']
const SELECTING = ['filters', 'locale', 'fallback', 'publicationState', '_q', 'search', ...PAGING]
const KNOWN = [...SELECTING, 'sort', 'count', ...MEASURES, 'groupBy', 'having', 'format']

/** `parseAggregate('count&sum[]=price&groupBy[]=status', limits, dialect)` */
export function parseAggregate(search: string, limits: QueryLimits, style: QueryStyle): AggregateRequest {
  const query = parseText(search, limits, 'kept')
  for (const name of ['fields', 'populate'])
    if (query[name] !== undefined) throw bad(name, 'an aggregate shows no entries; use groupBy')
  const selecting = Object.fromEntries(SELECTING.flatMap(name => (name in query ? [[name, query[name]!]] : [])))
  const rows = { ...readRequest(selecting, limits, style), misspelt: findMisspelt(query, KNOWN) }
  const measures = MEASURES.flatMap(measure =>
    parseNames(query[measure], measure, limits).map(named => ({ ...named, measure })),
  )
  const groups = parseNames(query.groupBy, 'groupBy', limits).map(parseGroup)
  const asked = parseCount(query.count)
  return {
    rows,
    // Without a wish, there is one obvious thing to say.
    count: asked ?? (measures.length === 0 && groups.length === 0),
    measures,
    groups,
    sort: parseAggregateSort(query.sort, limits),
    having: isBlank(query.having) ? undefined : query.having,
  }
}

/** `count`, `count=` and `count=true`; `null` if it is absent. */
function parseCount(value: QueryValue | undefined): boolean | null {
  if (value === undefined) return null
  if (isBlank(value) || value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  throw bad('count', `expected true or false, got ${shown(value)}`)
}

/** `'a'` or `['a', 'b']`, each name once. */
function parseNames(value: QueryValue | undefined, path: string, limits: QueryLimits): readonly NamedValue[] {
  if (isBlank(value)) return []
  checkListLength(value, path, limits)
  const items = isList(value) ? value : [value]
  const found = new Map<string, NamedValue>()
  for (const [index, item] of items.entries()) {
    if (isBlank(item)) continue
    if (typeof item !== 'string') throw bad(path, `expected a name or a list of names, got ${shown(value)}`)
    const name = item.trim()
    if (!found.has(name)) found.set(name, { name, parameter: isList(value) ? joinPath(path, index) : path })
  }
  return [...found.values()]
}

/** `createdAt:month` */
function parseGroup({ name: key, parameter }: NamedValue): GroupRequest {
  const [name = '', bucket, ...rest] = key.split(':')
  if (bucket === undefined) return { key, name, parameter, bucket: null }
  if (rest.length > 0 || !BUCKETS.includes(bucket as Bucket))
    throw bad(parameter, `expected ${BUCKETS.join(', ')} after the colon, got ${shown(key.slice(name.length + 1))}`)
  return { key, name, parameter, bucket: bucket as Bucket }
}

/** `count:desc`, `sum.price`, `createdAt:month:desc`; several in a list or with commas between them. */
function parseAggregateSort(value: QueryValue | undefined, limits: QueryLimits): readonly AggregateSort[] {
  if (isBlank(value)) return []
  checkListLength(value, 'sort', limits)
  const items = (isList(value) ? value : [value]).flatMap(item => {
    if (isBlank(item)) return []
    if (typeof item !== 'string') throw bad('sort', `expected a name with an optional order, got ${shown(item)}`)
    return item.split(',')
  })
  const found = new Map<string, AggregateSort>()
  for (const item of items) {
    const [, key = '', order = 'asc'] = /^(.*?)(?::(asc|desc))?$/is.exec(item.trim())!
    if (key !== '' && !found.has(key)) found.set(key, { key, order: order.toLowerCase() as AggregateSort['order'] })
  }
  return [...found.values()]
}

function bad(parameter: string, problem: string): PopulusError {
  return new PopulusError('badValue', { parameter, problem })
}
