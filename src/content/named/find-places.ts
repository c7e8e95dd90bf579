/**
 * Finds the places of parameters in a query. A place can be only where a value is: never in the place of a name, an
 * operator or a condition, so that what a query may read and about what it costs is known before anybody asks.
 */
import { isRecord } from '../../util/is-record.ts'
import { isPlace } from './named-query.ts'

export interface FoundPlace {
  readonly parameter: string
  /** `filters.author.slug.$eq` */
  readonly path: readonly string[]
}

export interface PlaceProblem {
  readonly path: readonly string[]
  readonly message: string
}

export interface Places {
  readonly found: readonly FoundPlace[]
  readonly problems: readonly PlaceProblem[]
}

const VALUES = ['locale', 'fallback', 'publicationState', '_q', 'search']
const PAGING = ['page', 'pageSize', 'start', 'limit', 'after', 'before', 'withCount', 'links']
const GROUPS = ['$and', '$or', '$not']

export function findPlaces(query: object): Places {
  const finder = new Finder()
  finder.root(query)
  return finder
}

class Finder implements Places {
  readonly found: FoundPlace[] = []
  readonly problems: PlaceProblem[] = []

  root(query: object): void {
    for (const [key, value] of Object.entries(query)) {
      if (VALUES.includes(key)) this.#values(value, [key])
      else this.#part(key, value, [key])
    }
  }

  /** What the root of a query and the options of a populated attribute have in common. */
  #part(key: string, value: unknown, path: readonly string[]): void {
    if (key === 'filters') this.#conditions(value, path)
    else if (key === 'pagination') this.#paging(value, path)
    else if (key === 'populate') this.#branches(value, path)
    else this.#nothing(value, path)
  }

  #branches(value: unknown, path: readonly string[]): void {
    if (isObject(value)) for (const [name, options] of Object.entries(value)) this.#options(options, [...path, name])
    else this.#nothing(value, path)
  }

  #options(options: unknown, path: readonly string[]): void {
    if (!isObject(options)) this.#nothing(options, path)
    else
      for (const [key, value] of Object.entries(options)) {
        const inside = [...path, key]
        if (key === 'on') this.#branches(value, inside)
        else if (PAGING.includes(key) || VALUES.includes(key)) this.#values(value, inside)
        else this.#part(key, value, inside)
      }
  }

  #paging(value: unknown, path: readonly string[]): void {
    if (isObject(value)) for (const [key, item] of Object.entries(value)) this.#values(item, [...path, key])
    else this.#nothing(value, path)
  }

  #conditions(value: unknown, path: readonly string[]): void {
    if (isPlace(value)) this.#nothing(value, path)
    else
      for (const [key, item] of members(value)) {
        const inside = [...path, key]
        const isListOfConditions = path.at(-1) === '$and' || path.at(-1) === '$or'
        const isComponent = path.at(-1) === 'on' && key.includes('.')
        if (!isPlace(item)) this.#conditions(item, inside)
        else if (GROUPS.includes(key) || isListOfConditions || isComponent) this.#nothing(item, inside)
        else this.#place(item, inside)
      }
  }

  #values(value: unknown, path: readonly string[]): void {
    if (isPlace(value)) this.#place(value, path)
    else for (const [key, item] of members(value)) this.#values(item, [...path, key])
  }

  #place(place: object, path: readonly string[]): void {
    const { $param, ...rest } = place as { $param: unknown }
    if (typeof $param === 'string' && Object.keys(rest).length === 0) this.found.push({ parameter: $param, path })
    else this.problems.push({ path, message: 'expected only { "$param": "<name>" }' })
  }

  #nothing(value: unknown, path: readonly string[]): void {
    if (isPlace(value)) this.problems.push({ path, message: 'a parameter can only take the place of a value' })
    else for (const [key, item] of members(value)) this.#nothing(item, [...path, key])
  }
}

function isObject(value: unknown): value is object {
  return isRecord(value) && !isPlace(value)
}

function members(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
