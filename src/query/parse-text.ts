/** Parses the bracket notation into nested values, within limits. */

import qs from 'qs'
import { PopulusError } from '../errors.ts'
import type { QueryLimits } from './limits.ts'
import { joinPath, type QueryObject, type QueryValue, shown } from './query-value.ts'

/**
 * `parseText('a[b][0]=x&c', limits)` is `{ a: { b: ['x'] }, c: null }`.
 * Lists: `a[0]=x`, `a[]=x` and `a=x&a=y`; gaps are closed. Names that every object has, such as `constructor`, are dropped, as in
 * Strapi, or `kept` like other names.
 */
export function parseText(search: string, limits: QueryLimits, names: 'dropped' | 'kept' = 'dropped'): QueryObject {
  if (Buffer.byteLength(search) > limits.queryLength)
    throw new PopulusError('queryTooLong', { limit: limits.queryLength })
  const parameters = search.split('&').filter(part => part !== '')
  if (parameters.length > limits.parameters) throw new PopulusError('tooManyParameters', { limit: limits.parameters })
  for (const parameter of parameters) checkNesting(parameter, limits)
  const parsed = qs.parse(search, {
    strictNullHandling: true,
    arrayLimit: limits.listLength,
    // Deeper than any string within the length limit can nest, so the parser does not limit the number of levels.
    depth: limits.queryLength,
    parameterLimit: limits.parameters,
    ...(names === 'kept' ? KEPT_NAMES : {}),
  })
  return (names === 'kept' && parameters.some(isOfPrototype) ? named(parsed as QueryObject) : parsed) as QueryObject
}

/** The parser itself always drops `__proto__`. */
const PROTOTYPE = '__proto__'
const STANDS_FOR_PROTOTYPE = '\0proto'

const KEPT_NAMES: qs.IParseOptions = {
  // Objects without a prototype, in which no name is there before.
  plainObjects: true,
  decoder: (text, decode: (text: string) => string, _charset, type) => {
    const decoded = decode(text)
    return type === 'key' ? decoded.replaceAll(PROTOTYPE, STANDS_FOR_PROTOTYPE) : decoded
  },
}

const isOfPrototype = (parameter: string): boolean => decoded(parameter).includes(PROTOTYPE)

/** With `__proto__` as it was written: a member like any other. */
function named(value: QueryValue): QueryValue {
  if (Array.isArray(value)) return (value as readonly QueryValue[]).map(named)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, item]) => [
    key.replaceAll(STANDS_FOR_PROTOTYPE, PROTOTYPE),
    named(item),
  ])
  return Object.fromEntries(members) as QueryObject
}

/**
 * Limits nested brackets so that they fit on the stack. A populated level, `[author][populate]` or `[blocks][on]`, does
 * not count; the number of nodes has its own limit.
 */
function checkNesting(parameter: string, { queryDepth, populateNodes }: QueryLimits): void {
  if (parameter.length <= queryDepth) return
  const brackets = parameter.match(/\[|%5B/gi)?.length ?? 0
  if (brackets <= queryDepth) return
  const levels = parameter.match(/(?:\[|%5B)(?:populate|on)(?:\]|%5D)/gi)?.length ?? 0
  if (levels > populateNodes) throw new PopulusError('tooManyPopulates', { limit: populateNodes })
  if (brackets - 2 * levels <= queryDepth) return
  throw new PopulusError('queryTooDeep', { parameter: shown(parameter.split(/\[|%5B/i, 1)[0]!), limit: queryDepth })
}

/**
 * Recognizes an object whose keys are all list indexes as a list that is too long. The parser of the notation turns a
 * list into such an object if it has more items, or a higher index, than the limit allows.
 */
export function checkListLength(value: QueryValue, parameter: string, limits: QueryLimits): void {
  if (typeof value !== 'object' || value === null) return
  const keys = Object.keys(value)
  const tooLong = Array.isArray(value)
    ? value.length > limits.listLength
    : keys.length > 0 && keys.every(key => /^\d+$/.test(key)) && keys.some(key => Number(key) >= limits.listLength)
  if (tooLong) throw new PopulusError('listTooLong', { parameter, limit: limits.listLength })
}

/** Checks every list within a value. */
export function checkListLengths(value: QueryValue, parameter: string, limits: QueryLimits): void {
  if (typeof value !== 'object' || value === null) return
  checkListLength(value, parameter, limits)
  for (const [key, item] of Object.entries(value)) checkListLengths(item, joinPath(parameter, key), limits)
}

/** Names such as `constructor`, which every object of JavaScript has. */
const NAMES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/** For queries of the management API, of which not every reader looks at all names. */
export function parseStrictly(search: string, limits: QueryLimits): QueryObject {
  const query = parseText(search, limits)
  const name = steps(search).find(step => step.some(isOfEveryObject))
  if (name !== undefined) refuse(name)
  return query
}

/** Whether nobody can have meant a parameter of ours. */
export const isOfEveryObject = (step: string): boolean => NAMES.has(step)

function refuse(step: readonly string[]): never {
  throw new PopulusError('invalidParameter', { name: step.find(isOfEveryObject)! })
}

/** `a[b][0]=x&c` is `[['a', 'b', '', '0', ''], ['c']]`. */
function steps(search: string): readonly (readonly string[])[] {
  return search.split('&').map(parameter => decoded(parameter.split('=', 1)[0]!).split(/[[\]]/))
}

/** What cannot be decoded is none of these names. */
function decoded(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch {
    return text
  }
}
