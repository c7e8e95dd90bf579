/** What a view shows of a JSON value. */
import type { JsonPath, JsonView } from '../plan/read/read-plan.ts'
import { isObject } from '../schema/json-value.ts'

/** As JSON text. Members that are shown beside the value follow it, each with a comma and its key. */
export function viewedJson(view: JsonView, value: unknown): string {
  if (view.kind === 'member') return JSON.stringify(memberAt(value, view.path) ?? null)
  if (view.kind === 'parts') return JSON.stringify(partsOf(withKeys(value, view), view.paths) ?? null)
  const { key, beside } = view
  const own = isObject(value) ? value[key] : undefined
  if (!isObject(value) || !isObject(own)) return JSON.stringify(value)
  const { [key]: _, ...others } = value
  const members = beside
    .filter(name => (own[name] ?? null) !== null)
    .map(name => `,${JSON.stringify(name)}:${JSON.stringify(own[name])}`)
  return `${Object.keys(others).length === 0 ? 'null' : JSON.stringify(others)}${members.join('')}`
}

/** A value of which only parts are shown. What is not there is absent, and `undefined` means that nothing is there. */
function partsOf(value: unknown, paths: readonly JsonPath[]): unknown {
  if (paths.some(path => path.length === 0)) return value
  if (Array.isArray(value)) return itemsOf(value, paths)
  if (!isObject(value)) return undefined
  const names = [...new Set(paths.map(([name]) => name!))].filter(name => Object.hasOwn(value, name))
  const shown = names.flatMap(name => {
    const part = partsOf(value[name], below(paths, name))
    return part === undefined ? [] : [[name, part] as const]
  })
  return Object.fromEntries(shown)
}

/** Of a list, the positions that paths name, in its own order. Any other name means a part of each item. */
function itemsOf(list: readonly unknown[], paths: readonly JsonPath[]): readonly unknown[] {
  const ofEach = paths.filter(([name]) => !POSITION.test(name!))
  if (ofEach.length > 0)
    return list.map((item, index) => partsOf(item, [...ofEach, ...below(paths, `${index}`)]) ?? null)
  const positions = [...new Set(paths.map(([name]) => Number(name)))].sort((a, b) => a - b)
  return positions.flatMap(index => {
    const part = index < list.length ? partsOf(list[index], below(paths, `${index}`)) : undefined
    return part === undefined ? [] : [part]
  })
}

const POSITION = /^(?:0|[1-9]\d{0,8})$/

function below(paths: readonly JsonPath[], name: string): readonly JsonPath[] {
  return paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
}

function withKeys(value: unknown, { keys, paths }: Extract<JsonView, { kind: 'parts' }>): unknown {
  if (keys === undefined || !isObject(value)) return value
  const objects = Object.entries(value).map(([name, item]) => {
    if (!isObject(item)) return [name, item] as const
    const named = below(paths, name).map(([first]) => first)
    return [name, Object.fromEntries(Object.entries(item).filter(([key]) => keys.has(key) || named.includes(key)))]
  })
  return Object.fromEntries(objects)
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((outer, name) => (isObject(outer) ? outer[name] : undefined), value)
}
