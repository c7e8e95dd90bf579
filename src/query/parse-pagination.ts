/** `pagination[...]`: the numbers as written. The plan interprets them together with the settings. */
import { PopulusError } from '../errors.ts'
import { isOfEveryObject } from './parse-text.ts'
import { isList, isObject, joinPath, type QueryObject, type QueryValue, shown } from './query-value.ts'
import type { CursorRequest, PaginationRequest } from './read-request.ts'

const NONE: PaginationRequest = {
  page: null,
  pageSize: null,
  start: null,
  limit: null,
  withCount: null,
  links: null,
  cursor: null,
  given: false,
}
const FLAGS: Readonly<Record<string, boolean>> = { true: true, t: true, 1: true, false: false, f: false, 0: false }

/** `{ page: '2' }` is page 2; anything except an object is ignored. Using both families of parameters is an error. */
export function parsePagination(value: QueryValue | undefined, path: string): PaginationRequest {
  if (!isObject(value)) return NONE
  const strange = Object.keys(value).find(isOfEveryObject)
  if (strange !== undefined) throw new PopulusError('invalidParameter', { name: strange })
  const has = (...keys: readonly string[]) => keys.some(key => key in value)
  if (has('page', 'pageSize') && has('start', 'limit')) throw new PopulusError('mixedPagination')
  const number = (key: string): number | null => (key in value ? parseCount(value[key]!, joinPath(path, key)) : null)
  const [page, pageSize, start, limit] = [number('page'), number('pageSize'), number('start'), number('limit')]
  const withCount = 'withCount' in value ? parseWithCount(value.withCount!) : null
  const links = 'links' in value ? parseLinks(value.links!, joinPath(path, 'links')) : null
  const cursor = parseCursor(value, path)
  if (cursor !== null && (page !== null || start !== null)) {
    const parameter = joinPath(path, cursor.direction)
    const problem = `it says where the page begins, and so does ${joinPath(path, page === null ? 'start' : 'page')}`
    throw new PopulusError('badValue', { parameter, problem })
  }
  const given = [page, pageSize, start, limit, withCount, links, cursor].some(part => part !== null)
  return { page, pageSize, start, limit, withCount, links, cursor, given }
}

function parseCursor({ after, before }: QueryObject, path: string): CursorRequest | null {
  const [direction, place] = after === undefined ? (['before', before] as const) : (['after', after] as const)
  if (place === undefined) return null
  const parameter = joinPath(path, direction)
  if (after !== undefined && before !== undefined)
    throw new PopulusError('badValue', { parameter, problem: `it cannot be used with ${joinPath(path, 'before')}` })
  if (place === null || typeof place === 'string') return { direction, place: place ?? '' }
  throw new PopulusError('badValue', { parameter, problem: `expected a place of an answer, got ${shown(place)}` })
}

function parseWithCount(value: QueryValue): boolean | 'estimate' {
  if (value === 'estimate') return value
  const flag = flagOf(value)
  if (flag === undefined) throw new PopulusError('badWithCount')
  return flag
}

function parseLinks(value: QueryValue, parameter: string): boolean {
  const flag = flagOf(value)
  if (flag !== undefined) return flag
  throw new PopulusError('badValue', { parameter, problem: `expected true or false, got ${shown(value)}` })
}

function flagOf(value: QueryValue): boolean | undefined {
  return typeof value === 'string' && Object.hasOwn(FLAGS, value) ? FLAGS[value] : undefined
}

/** `'2'`, `' 2'`, `'1e1'` and `['2']` are numbers; an empty string is 0. */
export function parseInteger(value: QueryValue, path: string): number {
  const number = parseCount(value, path)
  if (!Number.isSafeInteger(number)) throw notWhole(value, path)
  return number
}

/** Also numbers that are larger than any list: they mean what lies beyond its end. */
function parseCount(value: QueryValue, path: string): number {
  const single = isList(value) && value.length === 1 ? value[0]! : value
  const number = single === null ? 0 : typeof single === 'string' ? Number(single) : Number.NaN
  if (!Number.isInteger(number)) throw notWhole(value, path)
  return number
}

function notWhole(value: QueryValue, path: string): PopulusError {
  return new PopulusError('badValue', { parameter: path, problem: `expected a whole number, got ${shown(value)}` })
}
