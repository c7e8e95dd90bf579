/** A shape of queries -> one query of that shape. Rights depend on names, so any value will do. */
import { isCutShape, VALUE } from '../../content/read/query-shape.ts'
import type { QueryLimits } from '../../query/limits.ts'
import { parseText } from '../../query/parse-text.ts'
import { queryText } from '../../query/query-text.ts'
import { isList, isObject, type QueryObject, type QueryValue } from '../../query/query-value.ts'
import { attempt, isProblem } from '../../query/read-request.ts'

/**
 * `filters[slug][$null]=true` for `filters[slug][$eq]=…&pagination[page]=…`; `null` if the shape does not say enough: it was
 * cut, or a name is hidden in it.
 */
export function sampleQuery(shape: string, limits: QueryLimits): string | null {
  if (isCutShape(shape)) return null
  const query = attempt(() => parseText(shape, limits))
  if (isProblem(query)) return null
  const text = queryText(sampled(query))
  return text.includes(encodeURIComponent(VALUE)) ? null : text
}

/** They say which entries are shown, not what of them. */
const DROPPED = ['pagination', 'page', 'pageSize', 'start', 'limit', 'having']
const SEARCHES = ['_q', 'search']
/** A value that is hidden was empty, which means `true`. */
const SWITCHES = ['count', 'exists', 'ids', 'required']
/** Lists that a shape writes with commas, and a query does not. */
const LISTS = ['sum', 'avg', 'min', 'max', 'groupBy', 'locale']

/** Of a whole query, or of the options of a populated attribute. */
function sampled(query: QueryObject): QueryObject {
  const kept = Object.entries(query).filter(([name]) => !DROPPED.includes(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, sampledPart(name, value)]))
}

function sampledPart(name: string, value: QueryValue): QueryValue {
  if (name === 'filters') return conditions(value)
  if (SEARCHES.includes(name)) return 'word'
  if (SWITCHES.includes(name)) return value === VALUE ? 'true' : value
  if (LISTS.includes(name) && typeof value === 'string' && value.includes(',')) return value.split(',')
  return (name === 'populate' || name === 'on') && isObject(value) ? populated(value) : value
}

function populated(branches: QueryObject): QueryObject {
  return Object.fromEntries(
    Object.entries(branches).map(([name, options]) => {
      if (!isObject(options)) return [name, options]
      const kept = sampled(options)
      return [name, Object.keys(kept).length === 0 ? 'true' : kept]
    }),
  )
}

const EMPTY: QueryObject = { $null: 'true' }
/** The number of related entries is never empty. */
const ONE: QueryObject = { $eq: '1' }

/** `above`: the name that they are below. */
function conditions(value: QueryValue, above = ''): QueryValue {
  if (isList(value)) return value.map(item => conditions(item))
  if (!isObject(value)) return EMPTY
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): readonly (readonly [string, QueryValue])[] => {
      if (isObject(inner) || isList(inner)) return [[name, conditions(inner, name)]]
      if (name.startsWith('$')) return Object.entries(tested(above))
      // `filters[blocks][on][blocks.hero]=true`
      return [[name, above === 'on' ? 'true' : tested(name)]]
    }),
  )
}

function tested(name: string): QueryObject {
  return name === 'count' ? ONE : EMPTY
}
