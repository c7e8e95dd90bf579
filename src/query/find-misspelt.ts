/**
 * Finds parameters that no code reads but that resemble one of ours. Others, such as `utm_source` and `_`, are ignored, except inside
 * `populate`, where nobody else has parameters.
 */
import { looksLike } from '../util/text/looks-like.ts'
import { isObject, joinPath, type QueryObject, type QueryValue } from './query-value.ts'

export interface Misspelt {
  readonly name: string
  readonly path: string
  /** The name that was probably meant; `undefined` if it resembles none. */
  readonly meant: string | undefined
}

const PAGING = ['page', 'pageSize', 'start', 'limit']
const ROOT = [
  'fields',
  'populate',
  'filters',
  'sort',
  'pagination',
  'publicationState',
  'locale',
  '_q',
  'search',
  'format',
  'fallback',
  ...PAGING,
]
const PAGINATION = [...PAGING, 'withCount', 'after', 'before', 'links']
/** What means something inside a branch of `populate`. */
export const MEANT_OPTIONS = [
  ...['fields', 'filters', 'sort', 'populate', 'on', 'components', 'required', 'count', 'exists', 'ids', 'ordering'],
  ...['publicationState', 'start', 'limit', 'pagination'],
]
const OPTIONS = [...MEANT_OPTIONS, 'page', 'pageSize', 'locale']

/** Searches the root, which has the names of `root`, and `pagination`. */
export function findMisspelt(query: QueryObject, root: readonly string[] = ROOT): readonly Misspelt[] {
  return [...among(query, root, ''), ...amongPaging(query, '')]
}

function amongPaging({ pagination }: QueryObject, path: string): readonly Misspelt[] {
  return isObject(pagination) ? among(pagination, PAGINATION, joinPath(path, 'pagination')) : []
}

/** Searches the options inside `populate` at every level. `all`: also for those that resemble none of ours. */
export function findMisspeltOptions(populate: QueryValue | undefined, all: boolean): readonly Misspelt[] {
  const found: Misspelt[] = []
  const places: (readonly [QueryValue | undefined, string])[] = [[populate, 'populate']]
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const [branches, path] = place
    if (!isObject(branches)) continue
    for (const [name, options] of Object.entries(branches)) {
      if (!isObject(options)) continue
      const inside = joinPath(path, name)
      found.push(...among(options, OPTIONS, inside, all), ...amongPaging(options, inside))
      places.push([options.populate, joinPath(inside, 'populate')], [options.on, joinPath(inside, 'on')])
    }
  }
  return found
}

function among(given: QueryObject, known: readonly string[], path: string, all = false): Misspelt[] {
  return Object.keys(given)
    .filter(name => !known.includes(name))
    .map(name => ({ name, path: joinPath(path, name), meant: looksLike(name, known) }))
    .filter(({ meant }) => all || meant !== undefined)
}
