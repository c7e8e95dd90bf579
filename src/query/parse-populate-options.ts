/** The options inside `populate[x][...]`, except `populate` and `on`, which nest. */
import { PopulusError } from '../errors.ts'
import { parseInteger, parsePagination } from './parse-pagination.ts'
import { parseFields, parseFilters, parsePublicationState, parseSort } from './parse-parts.ts'
import { checkListLength } from './parse-text.ts'
import type { QueryRules } from './query-style.ts'
import { isBlank, isList, isObject, joinPath, type QueryObject, type QueryValue, shown } from './query-value.ts'
import type { PopulateOptions, SliceRequest } from './read-request.ts'

const PAGING = ['start', 'limit', 'page', 'pageSize', 'pagination']

export type FlatOptions = Omit<PopulateOptions, 'populate' | 'explicitPopulate' | 'on'>

/** `{ fields: ['a'], sort: 'a:desc' }`; unknown options are ignored. */
export function parseFlatOptions(value: QueryObject, path: string, rules: QueryRules): FlatOptions {
  checkPages(value, path)
  if (rules.idleOptionsAreErrors) refuseLocale(value, path)
  if (rules.idleOptionsAreErrors && rules.populateWithPagination) refuseIdlePages(value, path)
  const paging = PAGING.find(key => key in value)
  return {
    kind: 'options',
    path,
    fields: parseFields(value.fields, joinPath(path, 'fields'), rules),
    filters: parseFilters(value.filters, joinPath(path, 'filters'), rules),
    sort: parseSort(value.sort, joinPath(path, 'sort'), rules),
    shows: parseShown(value, path),
    required: parseFlag(value.required, joinPath(path, 'required')),
    components: parseComponents(value.components, joinPath(path, 'components'), rules),
    ordering: parseOrdering(value.ordering, joinPath(path, 'ordering')),
    slice: parseSlice(value, path),
    pagingParameter: paging === undefined ? null : joinPath(path, paging),
    publicationState:
      value.publicationState === undefined
        ? null
        : parsePublicationState(value.publicationState, joinPath(path, 'publicationState')),
  }
}

/** Related entries come in every language, as they were linked. */
function refuseLocale({ locale }: QueryObject, path: string): void {
  if (locale === undefined) return
  const filter = `${joinPath(path, 'filters')}[locale]=...`
  const problem = `it has no meaning inside populate; write locale at the root, or ${filter} if this type has locales`
  throw new PopulusError('badValue', { parameter: joinPath(path, 'locale'), problem })
}

/** In Strapi, `page` and `pageSize` have an effect only inside `pagination`; beside it, `start` and `limit` have none. */
function refuseIdlePages(value: QueryObject, path: string): void {
  const idle = PAGING.find(key => {
    if (value[key] === undefined || key === 'pagination') return false
    return key.startsWith('page') || isObject(value.pagination)
  })
  if (idle === undefined) return
  const inside = joinPath(joinPath(path, 'pagination'), idle)
  throw new PopulusError('badValue', { parameter: joinPath(path, idle), problem: `it has no effect; write ${inside}` })
}

const INSTEAD = ['count', 'exists', 'ids'] as const

function parseShown(value: QueryObject, path: string): PopulateOptions['shows'] {
  const [first, second] = INSTEAD.filter(key => parseFlag(value[key], joinPath(path, key)))
  if (second === undefined) return first ?? 'entries'
  const problem = `it cannot be asked for together with ${joinPath(path, first!)}`
  throw new PopulusError('badValue', { parameter: joinPath(path, second), problem })
}

function parseComponents(
  value: QueryValue | undefined,
  path: string,
  rules: QueryRules,
): PopulateOptions['components'] {
  if (isBlank(value)) return null
  checkListLength(value, path, rules)
  const names = isList(value) ? value : [value]
  if (names.every(name => typeof name === 'string'))
    return names.flatMap(name => name.split(',').map(part => part.trim())).filter(name => name !== '')
  const problem = `expected the name of a component or a list of names, got ${shown(value)}`
  throw new PopulusError('badValue', { parameter: path, problem })
}

function parseFlag(value: QueryValue | undefined, path: string): boolean {
  if (isBlank(value) || value === 'false' || value === 'f' || value === '0') return false
  if (value === 'true' || value === 't' || value === '1') return true
  throw new PopulusError('badValue', { parameter: path, problem: `expected true or false, got ${shown(value)}` })
}

function parseOrdering(value: QueryValue | undefined, path: string): 'asc' | 'desc' {
  if (isBlank(value)) return 'asc'
  const order = typeof value === 'string' ? value.toLowerCase() : ''
  if (order === 'asc' || order === 'desc') return order
  throw new PopulusError('badValue', { parameter: path, problem: `expected asc or desc, got ${shown(value)}` })
}

function parseSlice(value: QueryObject, path: string): SliceRequest | null {
  const pagination = parsePagination(value.pagination, joinPath(path, 'pagination'))
  const ofList = pagination.cursor?.direction ?? (pagination.links === true ? 'links' : null)
  if (ofList !== null)
    throw new PopulusError('badValue', {
      parameter: joinPath(joinPath(path, 'pagination'), ofList),
      problem: 'it is possible for the list itself, not inside populate',
    })
  if (pagination.given) return { kind: 'page', pagination }
  const start = isBlank(value.start) ? 0 : parseInteger(value.start, joinPath(path, 'start'))
  const limit = isBlank(value.limit) ? -1 : parseInteger(value.limit, joinPath(path, 'limit'))
  if (start < 0 || limit < -1) {
    const [key, number] = start < 0 ? ['start', start] : ['limit', limit]
    throw new PopulusError('badValue', {
      parameter: joinPath(path, String(key)),
      problem: `expected 0 or more, got ${number}`,
    })
  }
  if (start === 0 && limit <= 0) return null
  return { kind: 'slice', start, limit: limit <= 0 ? null : limit }
}

/** `page` and `pageSize` next to `fields` have no effect in Strapi, but their values are checked. */
function checkPages(value: QueryObject, path: string): void {
  const pages = ['page', 'pageSize'].filter(key => value[key] !== undefined)
  const offsets = ['start', 'limit'].filter(key => value[key] !== undefined)
  if (pages.length > 0 && offsets.length > 0) {
    throw new PopulusError('rootPagination')
  }
  for (const key of pages) {
    const number = Number(value[key])
    if (!(Number.isInteger(number) && number > 0)) {
      throw new PopulusError('nestedPagination', {
        message: `Invalid '${key}' parameter. Expected an integer > 0, received: ${shown(value[key]!)} (${joinPath(path, key)})`,
      })
    }
  }
}
