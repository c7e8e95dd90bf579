/**
 * Names such as `constructor`, which every object of JavaScript has. The parser of the bracket notation drops them, so that what is
 * asked below them would be passed over without a word.
 */
import { PopulusError } from '../errors.ts'
import type { QueryLimits } from './limits.ts'
import { parseText } from './parse-text.ts'
import type { QueryObject } from './query-value.ts'

const NAMES: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/** Throws for `filters[constructor]=1`. Unknown names at the root belong to somebody else: `constructor=1` is left alone. */
export function refuseNamesBelow(search: string): void {
  const name = steps(search).find(([, ...below]) => below.some(isOfEveryObject))
  if (name !== undefined) refuse(name.slice(1))
}

/** For queries that have no other names than ours. */
export function parseStrictly(search: string, limits: QueryLimits): QueryObject {
  const query = parseText(search, limits)
  const name = steps(search).find(step => step.some(isOfEveryObject))
  if (name !== undefined) refuse(name)
  return query
}

const isOfEveryObject = (step: string): boolean => NAMES.has(step)

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
