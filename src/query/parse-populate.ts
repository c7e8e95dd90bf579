/** Parses `populate` in every accepted form into a tree of branches. */
import { PopulusError } from '../errors.ts'
import { parseFlatOptions } from './parse-populate-options.ts'
import { checkListLength } from './parse-text.ts'
import { plainOptions } from './plain-options.ts'
import type { QueryRules } from './query-style.ts'
import { isBlank, isList, isObject, joinPath, type QueryObject, type QueryValue, shown } from './query-value.ts'
import type { PopulateBranch, PopulateOptions, PopulateRequest, Problem } from './read-request.ts'

const NOTHING: PopulateRequest = { every: false, branches: [] }
const OFF = ['false', 'f', '0', '']

/**
 * `'*'`: everything at one level. `'a,b.c'`, `['a', 'b.c']`: names and dot paths; a path includes every level on its
 * way. `['*', 'a.b']`: everything, plus the deeper branch. `{ a: 'true', b: { populate: 'c' } }`: options by name.
 */
export function parsePopulate(value: QueryValue | undefined, path: string, rules: QueryRules): PopulateRequest {
  if (isBlank(value) || isOff(value)) return NOTHING
  checkListLength(value, path, rules)
  if (value === '*') return { every: true, branches: [] }
  if (isObject(value)) return { every: false, branches: parseBranches(value, path, rules) }
  const items = isList(value) ? value : [value]
  const names = items.flatMap((item, index) => parseNames(item, joinPath(path, index)))
  for (const name of names) checkPathLength(name, rules)
  const { every, branches } = fromPaths(names, path, rules)
  return { every: every || items.includes('*'), branches }
}

/** `populate[a]=false` turns the branch off. */
function isOff(value: QueryValue): boolean {
  return typeof value === 'string' && OFF.includes(value)
}

/** Every level of a dot path counts as a node. */
function checkPathLength(path: string, { populateNodes }: QueryRules): void {
  if (path.split('.').length > populateNodes) throw new PopulusError('tooManyPopulates', { limit: populateNodes })
}

function parseNames(item: QueryValue, path: string): readonly string[] {
  if (item === null) return []
  if (typeof item !== 'string') {
    throw new PopulusError('badValue', {
      parameter: path,
      problem: `expected the name of an attribute, got ${shown(item)}`,
    })
  }
  return item
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
}

/** Paths with a common beginning become one branch. */
function fromPaths(paths: readonly string[], place: string, rules: QueryRules): PopulateRequest {
  const below = new Map<string, string[]>()
  const distinct = new Set(paths)
  const every = distinct.delete('*') && rules.wildcardsInPaths
  for (const path of distinct) {
    const dot = path.indexOf('.')
    const name = dot === -1 ? path : path.slice(0, dot)
    const rest = dot === -1 ? [] : [path.slice(dot + 1)]
    const known = below.get(name) ?? []
    below.set(name, rules.lastPathFirst ? [...rest, ...known] : [...known, ...rest])
  }
  const branches = [...below].map(([name, rests]) => {
    const path = joinPath(place, name)
    return { name, options: plainOptions(path, fromPaths(rests, path, rules)) }
  })
  return { every, branches }
}

/** The branches of an object: `populate[a]=...` or `on[shared.link]=...`. */
function parseBranches(value: QueryObject, path: string, rules: QueryRules, isOn = false): readonly PopulateBranch[] {
  return Object.entries(value).flatMap(([name, branch]): readonly PopulateBranch[] => {
    const place = joinPath(path, name)
    if (isOff(branch) && (!isOn || rules.switchesOffBelowOn)) return []
    return [{ name, options: parseBranch(branch, place, rules) }]
  })
}

function parseBranch(value: QueryValue, path: string, rules: QueryRules): PopulateOptions | Problem {
  if (typeof value === 'string') return plainOptions(path, NOTHING)
  try {
    if (isObject(value)) return parseOptions(value, path, rules)
    const problem = `expected true, * or options such as ${path}[fields][0]=..., got ${shown(value)}`
    throw new PopulusError('badValue', { parameter: path, problem })
  } catch (error) {
    if (error instanceof PopulusError) return { kind: 'problem', error }
    throw error
  }
}

function parseOptions(value: QueryObject, path: string, rules: QueryRules): PopulateOptions {
  const populate = parsePopulate(value.populate, joinPath(path, 'populate'), rules)
  return {
    ...parseFlatOptions(value, path, rules),
    populate,
    explicitPopulate: !(isBlank(value.populate) || isOff(value.populate) || populate.every),
    on: parseOn(value.on, joinPath(path, 'on'), rules),
  }
}

function parseOn(value: QueryValue | undefined, path: string, rules: QueryRules): readonly PopulateBranch[] | null {
  if (value === undefined || value === null) return null
  return isObject(value) ? parseBranches(value, path, rules, true) : []
}
