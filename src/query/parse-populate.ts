/** Parses `populate` in every accepted form into a tree of branches. */
import { PopulusError } from '../errors.ts'
import { parseFlatOptions } from './parse-populate-options.ts'
import { checkListLength } from './parse-text.ts'
import type { QueryRules } from './query-style.ts'
import { isBlank, isList, isObject, joinPath, type QueryObject, type QueryValue, shown } from './query-value.ts'
import {
  NO_POPULATE,
  type PopulateBranch,
  type PopulateOptions,
  type PopulateRequest,
  type Problem,
  plainOptions,
} from './read-request.ts'

const OFF = ['false', 'f', '0', '']
const ON = ['true', 't', '1', '*']

/**
 * `'*'`: everything at one level. `'a,b.c'`, `['a', 'b.c']`: names and dot paths; a path includes every level on its
 * way. `['*', 'a.b']`: everything, plus the deeper branch. `{ a: 'true', b: { populate: 'c' } }`: options by name.
 */
export function parsePopulate(value: QueryValue | undefined, path: string, rules: QueryRules): PopulateRequest {
  if (isBlank(value) || isOff(value)) return NO_POPULATE
  checkListLength(value, path, rules)
  if (value === '*') return { ...NO_POPULATE, every: true }
  if (isObject(value)) return { ...NO_POPULATE, branches: parseBranches(value, path, rules) }
  const items = isList(value) ? value : [value]
  const all = items.flatMap((item, index) => parseNames(item, joinPath(path, index)))
  const except = all.filter(isLeftOut).map(name => parseLeftOut(name, path))
  const names = all.filter(name => !isLeftOut(name))
  if (all.length > rules.listLength) throw new PopulusError('listTooLong', { parameter: path, limit: rules.listLength })
  const { every, branches } = fromPaths(distinctPaths(names, rules), 0, path, rules)
  // Names that are left out and no others: everything else.
  const request = { every: every || items.includes('*') || (except.length > 0 && names.length === 0), except, branches }
  return names[0] === 'deep' ? { ...request, deep: { after: names.slice(1), path } } : request
}

const isLeftOut = (name: string): boolean => name.startsWith('-')

function parseLeftOut(text: string, path: string): string {
  const name = text.slice(1)
  if (name !== '' && !name.includes('.')) return name
  const [first, ...rest] = name.split('.')
  const deeper = `; write ${path}[${first}][populate][0]=-${rest.join('.')}`
  const problem = `expected - and the name of an attribute, got ${shown(text)}${name === '' ? '' : deeper}`
  throw new PopulusError('badValue', { parameter: path, problem })
}

/** `populate[a]=false` turns the branch off. */
function isOff(value: QueryValue): boolean {
  return typeof value === 'string' && OFF.includes(value)
}

/** `author.team` as `['author', 'team']`, each path once. Every level of a path counts as a node. */
function distinctPaths(names: readonly string[], { populateNodes }: QueryRules): readonly (readonly string[])[] {
  return [...new Set(names)].map(name => {
    const path = name.split('.')
    if (path.length > populateNodes) throw new PopulusError('tooManyPopulates', { limit: populateNodes })
    return path
  })
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

/** Paths with a common beginning become one branch. Those given here are alike above the level. */
function fromPaths(
  paths: readonly (readonly string[])[],
  level: number,
  place: string,
  rules: QueryRules,
): PopulateRequest {
  const below = new Map<string, (readonly string[])[]>()
  let every = false
  for (const path of paths) {
    const name = path[level]!
    const isLast = path.length === level + 1
    if (name === '*' && isLast) {
      every = rules.wildcardsInPaths
      continue
    }
    const known = below.get(name)
    if (known === undefined) below.set(name, isLast ? [] : [path])
    else if (!isLast) known.push(path)
  }
  const branches = [...below].map(([name, longer]) => {
    const path = joinPath(place, name)
    const inOrder = rules.lastPathFirst ? longer.reverse() : longer
    return { name, options: plainOptions(path, fromPaths(inOrder, level + 1, path, rules)) }
  })
  return { every, except: [], branches }
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
  try {
    if (typeof value === 'string') return plainOptions(path, parseSwitch(value, path, rules))
    if (isObject(value)) return parseOptions(value, path, rules)
    const problem = `expected true, * or options such as ${path}[fields][0]=..., got ${shown(value)}`
    throw new PopulusError('badValue', { parameter: path, problem })
  } catch (error) {
    if (error instanceof PopulusError) return { kind: 'problem', error }
    throw error
  }
}

/** `populate[author]=deep,2`. In Strapi, any other text turns the branch on, names below it too. */
function parseSwitch(value: string, path: string, rules: QueryRules): PopulateRequest {
  if (/^deep\s*(?:,|$)/.test(value)) return { ...parsePopulate(value, path, rules), every: false, branches: [] }
  if (!rules.idleOptionsAreErrors || ON.includes(value)) return NO_POPULATE
  const problem = `expected true, false, * or options, got ${shown(value)}; write names as ${path}[populate][0]=...`
  throw new PopulusError('badValue', { parameter: path, problem })
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
  if (isObject(value)) return parseBranches(value, path, rules, true)
  if (value === undefined || (value === null && !rules.idleOptionsAreErrors)) return null
  if (!rules.idleOptionsAreErrors) return []
  const problem = `expected components with what is shown of them, ${path}[category.name]=true, got ${shown(value)}`
  throw new PopulusError('badValue', { parameter: path, problem })
}

/** Whether any place of the query asks for `deep`. */
export function asksDeep({ populate }: { readonly populate: PopulateRequest }): boolean {
  return populate.deep !== undefined || populate.branches.some(isDeepBelow)
}

function isDeepBelow({ options }: PopulateRequest['branches'][number]): boolean {
  return options.kind === 'options' && (asksDeep(options) || (options.on?.some(isDeepBelow) ?? false))
}
