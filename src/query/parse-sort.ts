/** `sort` in every accepted form. */
import { PopulusError } from '../errors.ts'
import type { QueryLimits } from './limits.ts'
import { checkListLength } from './parse-text.ts'
import { isBlank, isList, isObject, joinPath, type QueryObject, type QueryValue, shown } from './query-value.ts'
import type { SortTerm } from './read-request.ts'

/**
 * `'title'`, `'title:desc'`, `'a,b:desc'`, `'author.name'`, `['a', 'b:DESC']`, `{ title: 'desc' }`, `[{ author: { name:
 * 'asc' } }]`. Empty values are ignored.
 */
export function parseSort(value: QueryValue | undefined, path: string, limits: QueryLimits): readonly SortTerm[] {
  if (isBlank(value)) return []
  checkListLength(value, path, limits)
  const terms = isList(value)
    ? value.flatMap((item, index) => parseItem(item, joinPath(path, index)))
    : parseItem(value, path)
  if (terms.length > limits.listLength)
    throw new PopulusError('listTooLong', { parameter: path, limit: limits.listLength })
  return terms
}

function parseItem(value: QueryValue, path: string): readonly SortTerm[] {
  if (isBlank(value)) return []
  if (typeof value === 'string') return value.split(',').flatMap(part => parseTerm(part.trim(), path))
  if (isObject(value)) return parseObject(value, [], path)
  throw new PopulusError('badValue', {
    parameter: path,
    problem: `expected a name with an optional order, got ${shown(value)}`,
  })
}

function parseTerm(text: string, path: string): readonly SortTerm[] {
  if (text === '') return []
  const [name = '', order = 'asc'] = text.split(':')
  if (name === '')
    throw new PopulusError('badValue', { parameter: path, problem: `expected a name before the order, got "${text}"` })
  return [{ path: name.split('.'), order: parseOrder(order, path) }]
}

function parseObject(value: QueryObject, above: readonly string[], path: string): readonly SortTerm[] {
  return Object.entries(value).flatMap(([key, order]): readonly SortTerm[] => {
    const names = [...above, ...key.split('.')]
    const place = joinPath(path, key)
    if (isObject(order)) return parseObject(order, names, place)
    if (typeof order === 'string') return [{ path: names, order: parseOrder(order, place) }]
    throw new PopulusError('badValue', { parameter: place, problem: `expected asc or desc, got ${shown(order)}` })
  })
}

function parseOrder(text: string, path: string): 'asc' | 'desc' {
  const order = text.toLowerCase()
  if (order === 'asc' || order === 'desc') return order
  throw new PopulusError('badValue', { parameter: path, problem: `expected asc or desc, got "${text}"` })
}
