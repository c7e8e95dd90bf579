/** `fields`, `filters`, `sort` and `publicationState`, at the root and inside `populate`, in every accepted form. */
import { PopulusError } from '../errors.ts'
import type { QueryLimits } from './limits.ts'
import { checkListLength, checkListLengths } from './parse-text.ts'
import type { QueryRules } from './query-style.ts'
import { isBlank, isList, isObject, joinPath, type QueryObject, type QueryValue, shown } from './query-value.ts'
import type { FieldsRequest, PublicationState, SortTerm } from './read-request.ts'

const ALL: FieldsRequest = { kind: 'all', asked: false }
const NONE: FieldsRequest = { kind: 'list', names: [] }

/**
 * `undefined`, `'*'`: all; `'a'`, `['a', ' b']`: those names; `['b', '*']`: `b` first, then all others; `['']`,
 * `[null]`: none (`id` only). A comma is not a separator.
 */
export function parseFields(value: QueryValue | undefined, path: string, rules: QueryRules): FieldsRequest {
  if (isBlank(value) && value !== undefined && rules.blankFieldsAreNone) return NONE
  if (value === undefined || value === null) return ALL
  checkListLength(value, path, rules)
  const items = isList(value) ? value : [value]
  if (!items.every(item => typeof item === 'string' || item === null)) {
    throw new PopulusError('badValue', {
      parameter: path,
      problem: `expected a name, a list of names or *, got ${shown(value)}`,
    })
  }
  const names = items.filter(item => item !== null).map(item => item.trim())
  if (names.length > 0 && names.every(name => name === '*')) return { kind: 'all', asked: true }
  return { kind: 'list', names: isList(value) && names.every(name => name === '') ? [] : [...new Set(names)] }
}

// `filters`: without the schema, only its outermost form can be checked.

/** Accepts an object or a list of objects. Ignores an empty value. A bare string is an error. */
export function parseFilters(value: QueryValue | undefined, path: string, limits: QueryLimits): QueryValue | null {
  if (isBlank(value)) return null
  if (typeof value === 'string') {
    throw new PopulusError('badValue', {
      parameter: path,
      problem: `expected ${path}[attribute]=..., got ${shown(value)}`,
    })
  }
  checkListLengths(value, path, limits)
  return value
}

// `sort` in every accepted form.

/**
 * `'title'`, `'title:desc'`, `'a,b:desc'`, `'author.name'`, `['a', 'b:DESC']`, `{ title: 'desc' }`, `[{ author: { name:
 * 'asc' } }]`. Empty values are ignored.
 */
export function parseSort(value: QueryValue | undefined, path: string, limits: QueryLimits): readonly SortTerm[] {
  if (isBlank(value)) return []
  checkListLength(value, path, limits)
  const terms = new SortTerms(path, limits)
  if (isList(value)) for (const [index, item] of value.entries()) readItem(item, joinPath(path, index), terms)
  else readItem(value, path, terms)
  return terms.found
}

/** In one path. Far fewer lead through as many relations as may be followed. */
const MOST_NAMES = 500

/** Refuses to take more than the limits allow, so that nothing is made of the rest. */
class SortTerms {
  readonly found: SortTerm[] = []
  readonly #parameter: string
  readonly #limits: QueryLimits

  constructor(parameter: string, limits: QueryLimits) {
    this.#parameter = parameter
    this.#limits = limits
  }

  /** `author.name`, below the names of the objects around it. */
  pathOf(above: readonly string[], text: string, parameter: string): readonly string[] {
    const names = text.split('.')
    if (above.length + names.length <= MOST_NAMES) return [...above, ...names]
    const problem = `the path has more than ${MOST_NAMES} names`
    throw new PopulusError('badValue', { parameter, problem })
  }

  add(term: SortTerm): void {
    const { listLength: limit } = this.#limits
    if (this.found.length === limit) throw new PopulusError('listTooLong', { parameter: this.#parameter, limit })
    this.found.push(term)
  }
}

function readItem(value: QueryValue, path: string, terms: SortTerms): void {
  if (isBlank(value)) return
  if (typeof value === 'string') for (const part of value.split(',')) readTerm(part.trim(), path, terms)
  else if (isObject(value)) readObject(value, [], path, terms)
  else {
    const problem = `expected a name with an optional order, got ${shown(value)}`
    throw new PopulusError('badValue', { parameter: path, problem })
  }
}

function readTerm(text: string, path: string, terms: SortTerms): void {
  if (text === '') return
  const [name = '', order = 'asc'] = text.split(':')
  if (name === '')
    throw new PopulusError('badValue', {
      parameter: path,
      problem: `expected a name before the order, got ${shown(text)}`,
    })
  terms.add({ path: terms.pathOf([], name, path), order: parseOrder(order, path) })
}

function readObject(value: QueryObject, above: readonly string[], path: string, terms: SortTerms): void {
  for (const [key, order] of Object.entries(value)) {
    const place = joinPath(path, key)
    const names = terms.pathOf(above, key, place)
    if (isObject(order)) readObject(order, names, place, terms)
    else if (typeof order === 'string') terms.add({ path: names, order: parseOrder(order, place) })
    else throw new PopulusError('badValue', { parameter: place, problem: `expected asc or desc, got ${shown(order)}` })
  }
}

function parseOrder(text: string, path: string): 'asc' | 'desc' {
  const order = text.toLowerCase()
  if (order === 'asc' || order === 'desc') return order
  throw new PopulusError('badValue', { parameter: path, problem: `expected asc or desc, got ${shown(text)}` })
}

// `publicationState`: whether drafts are included.

/** Absent means `live`; a bare `publicationState` without `=` means `preview`, as in Strapi. */
export function parsePublicationState(value: QueryValue | undefined, path = 'publicationState'): PublicationState {
  if (value === undefined || value === 'live') return 'live'
  if (value === null || value === 'preview') return 'preview'
  throw new PopulusError('badValue', { parameter: path, problem: `expected live or preview, got ${shown(value)}` })
}
