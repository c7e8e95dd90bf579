/** `search=words`, or `search[query]=words` with options beside it. */
import { PopulusError } from '../errors.ts'
import { isBlank, isObject, joinPath, type QueryObject, type QueryValue, shown } from './query-value.ts'
import type { SearchRequest } from './read-request.ts'

const OPTIONS = ['query', 'typos', 'prefixes', 'snippets']

/** `null`: nothing is searched for. */
export function parseSearch(value: QueryValue | undefined): SearchRequest | null {
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
