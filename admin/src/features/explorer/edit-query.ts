/** Changes to a query: what is ticked, and what is said about each part of it. The query itself never changes. */
import type { Json, JsonObject } from '../../../../src/admin-api/route-types.ts'

/** From the query down to the options of a part: `['populate', 'blocks', 'on', 'blocks.hero']`; empty for the query itself. */
export type Place = readonly string[]

/** What a part of the query says; `undefined` if it is not asked for. */
export function optionsAt(query: JsonObject, place: Place): JsonObject | undefined {
  const found = place.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), query)
  return found === true ? {} : isObject(found) ? found : undefined
}

/** Sets a value, or takes it away. What becomes empty by that goes too: `{ populate: { tags: {} } }` becomes `true` for tags. */
export function put(query: JsonObject, [key, ...rest]: Place, value: Json | undefined): JsonObject {
  const { [key!]: known, ...others } = query
  if (rest.length === 0) return value === undefined ? others : { ...query, [key!]: value }
  const inner = put(isObject(known) ? known : {}, rest, value)
  if (Object.keys(inner).length > 0) return { ...query, [key!]: inner }
  // The parts themselves are named below these two; anywhere else stand the options of a part.
  return key === 'populate' || key === 'on' || CONTAINERS.has(key!) ? others : { ...query, [key!]: true }
}

const CONTAINERS = new Set(['pagination'])

/** The names below `populate`; `null` if everything is asked for, by `*` or another word. */
export function populatedNames({ populate, on }: JsonObject): ReadonlySet<string> | null {
  if (populate === undefined) return new Set(isObject(on) ? Object.keys(on) : [])
  return isObject(populate) ? new Set(Object.keys(populate)) : null
}

/** Ticks an attribute, or takes its tick away. `all` are those that there are. */
export function togglePart(query: JsonObject, place: Place, name: string, all: readonly string[]): JsonObject {
  const options = optionsAt(query, place) ?? {}
  const chosen = populatedNames(options)
  if (chosen === null) {
    const others = Object.fromEntries(all.filter(each => each !== name).map(each => [each, true as const]))
    return put(query, [...place, 'populate'], Object.keys(others).length === 0 ? undefined : others)
  }
  return put(query, [...place, 'populate', name], chosen.has(name) ? undefined : true)
}

/** Ticks a component of a zone. Without a tick, all of them are shown. */
export function toggleComponent(query: JsonObject, place: Place, uid: string): JsonObject {
  const { on } = optionsAt(query, place) ?? {}
  return put(query, [...place, 'on', uid], isObject(on) && uid in on ? undefined : true)
}

/** The fields that are shown; `null` for all of them. */
export function chosenFields({ fields }: JsonObject): readonly string[] | null {
  if (fields === undefined || fields === '*') return null
  const names = (Array.isArray(fields) ? fields : [fields]).map(String)
  return names.includes('*') ? null : names
}

/** `all` are those that there are: with all of them, nothing is said about them. */
export function toggleField(query: JsonObject, place: Place, name: string, all: readonly string[]): JsonObject {
  const chosen = chosenFields(optionsAt(query, place) ?? {}) ?? all
  const next = chosen.includes(name) ? chosen.filter(each => each !== name) : [...chosen, name]
  const isAll = all.every(each => next.includes(each)) && next.length === all.length
  // An empty list shows the id alone.
  return put(
    query,
    [...place, 'fields'],
    isAll ? undefined : next.length === 0 ? [''] : next.filter(each => each !== ''),
  )
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
