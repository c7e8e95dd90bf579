/** `pluginOptions.populus.search` of a schema file -> the paths that `search` looks at. */
import { isObject, type JsonObject, objectAt, textAt, textsAt } from '../json-value.ts'
import type { ModelDraft } from '../load/model-draft.ts'
import { quoted, suggestion } from '../load/schema-report.ts'
import { isSearched, SEARCHED_TYPES } from './attribute-text.ts'
import { MOST_SEARCH_WAYS, MOST_WEIGHT, type SearchHop, type SearchPath, searchPathName } from './search-path.ts'

/** Receives what is wrong, and the keys that lead to it. */
export type Complain = (path: readonly string[], problem: string) => void

type Models = ReadonlyMap<string, ModelDraft>

/** Frozen; empty if nothing is searched. Parts with a problem are left out. */
export function readSearch(model: ModelDraft, models: Models, complain: Complain = () => {}): readonly SearchPath[] {
  const given = objectAt(objectAt(model.source, 'pluginOptions'), 'populus').search
  if (given === undefined || given === null || given === false) return []
  const paths = [...weights(given, model, complain)].flatMap(([path, weight]) =>
    resolvePath(path, { model, models, complain: problem => complain([path], problem) }).map(found => ({
      ...found,
      weight,
    })),
  )
  const known = new Map(paths.map(path => [searchPathName(path), path]))
  const ways = new Set([...known.values()].map(({ hops, weight }) => JSON.stringify([hops, weight])))
  if (ways.size > MOST_SEARCH_WAYS)
    complain(
      [],
      `leads to text in ${ways.size} places; at most ${MOST_SEARCH_WAYS} are possible. Name fewer attributes`,
    )
  return Object.freeze([...known.values()].map(path => Object.freeze(path)))
}

/** `true` is everything that the entry itself consists of; short values count more. */
function weights(given: unknown, model: ModelDraft, complain: Complain): ReadonlyMap<string, number> {
  if (given === true) {
    const own = [...model.attributes].filter(([, { type, private: hidden }]) => hidden !== true && isOwn(type))
    return new Map(own.map(([name, { type }]) => [name, type === 'string' ? DEFAULT_SHORT : 1]))
  }
  if (Array.isArray(given) && given.every(path => typeof path === 'string'))
    return new Map(given.map(path => [path, 1]))
  if (!isObject(given)) {
    complain([], 'must be true, a list of attributes, or an object with attributes and their weights')
    return new Map()
  }
  const entries = Object.entries(given).filter(([path, weight]) => {
    const isWeight =
      weight === true || (Number.isInteger(weight) && Number(weight) >= 1 && Number(weight) <= MOST_WEIGHT)
    if (!isWeight) complain([path], `must be a whole number from 1 to ${MOST_WEIGHT}, or true for 1`)
    return isWeight
  })
  return new Map(entries.map(([path, weight]) => [path, Number(weight)]))
}

const DEFAULT_SHORT = 3
const isOwn = (type: unknown): boolean => isSearched(type) || type === 'component' || type === 'dynamiczone'

interface Walk {
  readonly model: ModelDraft
  readonly models: Models
  readonly complain: (problem: string) => void
}

type FoundPath = Omit<SearchPath, 'weight'>

/** `seo` is all text of the component; `seo.title` and `author.name` are one attribute. */
function resolvePath(path: string, walk: Walk): readonly FoundPath[] {
  const hops: SearchHop[] = []
  const names = path.split('.')
  let { model } = walk
  for (const [index, name] of names.entries()) {
    const attribute = model.attributes.get(name)
    if (attribute === undefined)
      return refuse(walk, `${model.uid} has no attribute ${quoted(name)}.${suggestion(name, model.attributes.keys())}`)
    const isLast = index === names.length - 1
    if (isLast) return endingAt(name, attribute, hops, walk)
    const next = walk.models.get(textAt(attribute, attribute.type === 'component' ? 'component' : 'target') ?? '')
    if (next === undefined) return refuse(walk, `${quoted(name)} leads to no other attributes`)
    hops.push({ name })
    model = next
  }
  return []
}

function refuse({ complain }: Walk, problem: string): readonly FoundPath[] {
  complain(problem)
  return []
}

function endingAt(name: string, attribute: JsonObject, hops: readonly SearchHop[], walk: Walk): readonly FoundPath[] {
  if (isSearched(attribute.type)) return [{ hops, attribute: name }]
  const inside = insideOf(name, attribute, hops, walk.models)
  if (inside.length > 0) return inside
  if (attribute.type === 'relation')
    return refuse(walk, `name the attribute that is searched, such as ${quoted(`${name}.name`)}`)
  return refuse(walk, `has no text; ${SEARCHED_TYPES.join(', ')}, components and dynamic zones can be searched`)
}

/** All text of a component or a zone, at every depth, but for what is private. */
function insideOf(
  name: string,
  attribute: JsonObject,
  hops: readonly SearchHop[],
  models: Models,
): readonly FoundPath[] {
  const uids =
    attribute.type === 'component'
      ? [textAt(attribute, 'component') ?? '']
      : attribute.type === 'dynamiczone'
        ? textsAt(attribute, 'components')
        : []
  return uids.flatMap(uid => {
    const hop = attribute.type === 'dynamiczone' ? { name, component: uid } : { name }
    // A component may hold itself.
    if (hops.length >= DEEPEST) return []
    const attributes = [...(models.get(uid)?.attributes ?? [])].filter(([, { private: hidden }]) => hidden !== true)
    return attributes.flatMap(([inner, definition]): readonly FoundPath[] =>
      isSearched(definition.type)
        ? [{ hops: [...hops, hop], attribute: inner }]
        : insideOf(inner, definition, [...hops, hop], models),
    )
  })
}

const DEEPEST = 4
