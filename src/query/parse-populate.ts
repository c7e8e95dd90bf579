/** `populate` in every accepted form, to a tree of branches. */
import { PopulusError } from '../errors.ts'
import type { QueryLimits } from './limits.ts'
import { parseFlatOptions } from './parse-populate-options.ts'
import { checkListLength } from './parse-text.ts'
import { plainOptions } from './plain-options.ts'
import { isBlank, isList, isObject, joinPath, type QueryObject, type QueryValue, shown } from './query-value.ts'
import type { PopulateBranch, PopulateOptions, PopulateRequest, Problem } from './read-request.ts'

const NOTHING: PopulateRequest = { every: false, branches: [] }
const OFF = ['false', 'f', '0', '']

/**
 * `'*'`: everything at one level. `'a,b.c'`, `['a', 'b.c']`: names and dot paths, each naming every level on its way.
 * `['*', 'a.b']`: everything, and the deeper branch on top. `{ a: 'true', b: { populate: 'c' } }`: options by name.
 */
export function parsePopulate(value: QueryValue | undefined, path: string, limits: QueryLimits): PopulateRequest {
  if (isBlank(value)) return NOTHING
  checkListLength(value, path, limits)
  if (value === '*') return { every: true, branches: [] }
  if (isObject(value)) return { every: false, branches: parseBranches(value, path, limits) }
  const items = isList(value) ? value : [value]
  const names = items.flatMap((item, index) => parseNames(item, joinPath(path, index)))
  for (const name of names) checkPathLength(name, limits)
  return { every: items.includes('*'), branches: fromPaths(names, path) }
}

/** Every level of a dot path is a node of its own. */
function checkPathLength(path: string, { populateNodes }: QueryLimits): void {
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
    .filter(name => name !== '' && name !== '*')
}

/** Paths that share a beginning become one branch; below it the last path comes first, as in Strapi. */
function fromPaths(paths: readonly string[], place: string): readonly PopulateBranch[] {
  const below = new Map<string, string[]>()
  for (const path of new Set(paths)) {
    const dot = path.indexOf('.')
    const name = dot === -1 ? path : path.slice(0, dot)
    const rest = dot === -1 ? '' : path.slice(dot + 1)
    const known = below.get(name) ?? []
    below.set(name, rest === '' ? known : [rest, ...known])
  }
  return [...below].map(([name, rests]) => {
    const path = joinPath(place, name)
    return { name, options: plainOptions(path, { every: false, branches: fromPaths(rests, path) }) }
  })
}

/** The branches of an object: `populate[a]=...` or `on[shared.link]=...`. */
function parseBranches(value: QueryObject, path: string, limits: QueryLimits, isOn = false): readonly PopulateBranch[] {
  return Object.entries(value).flatMap(([name, branch]): readonly PopulateBranch[] => {
    const place = joinPath(path, name)
    if (typeof branch === 'string' && OFF.includes(branch) && !isOn) return []
    return [{ name, options: parseBranch(branch, place, limits) }]
  })
}

function parseBranch(value: QueryValue, path: string, limits: QueryLimits): PopulateOptions | Problem {
  if (typeof value === 'string') return plainOptions(path, NOTHING)
  try {
    if (isObject(value)) return parseOptions(value, path, limits)
    const problem = `expected true, * or options such as ${path}[fields][0]=..., got ${shown(value)}`
    throw new PopulusError('badValue', { parameter: path, problem })
  } catch (error) {
    if (error instanceof PopulusError) return { kind: 'problem', error }
    throw error
  }
}

function parseOptions(value: QueryObject, path: string, limits: QueryLimits): PopulateOptions {
  const populate = parsePopulate(value.populate, joinPath(path, 'populate'), limits)
  return {
    ...parseFlatOptions(value, path, limits),
    populate,
    explicitPopulate: !isBlank(value.populate) && !populate.every,
    on: parseOn(value.on, joinPath(path, 'on'), limits),
  }
}

function parseOn(value: QueryValue | undefined, path: string, limits: QueryLimits): readonly PopulateBranch[] | null {
  if (value === undefined || value === null) return null
  return isObject(value) ? parseBranches(value, path, limits, true) : []
}
