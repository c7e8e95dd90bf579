/** What a view shows of a JSON value. */
import type { JsonView } from '../plan/read/read-plan.ts'
import { isObject } from '../schema/json-value.ts'

/** As JSON text. Members that are shown beside the value follow it, each with a comma and its key. */
export function viewedJson(view: JsonView, value: unknown): string {
  if (view.kind === 'member') return JSON.stringify(memberAt(value, view.path) ?? null)
  if (view.kind === 'parts') return JSON.stringify(partsOf(value, view.paths) ?? null)
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
function partsOf(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some(path => path.length === 0)) return value
  if (Array.isArray(value)) return value.map(item => partsOf(item, paths) ?? null)
  if (!isObject(value)) return undefined
  const names = [...new Set(paths.map(([name]) => name!))].filter(name => Object.hasOwn(value, name))
  const shown = names.flatMap(name => {
    const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
    const part = partsOf(value[name], below)
    return part === undefined ? [] : [[name, part] as const]
  })
  return Object.fromEntries(shown)
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((outer, name) => (isObject(outer) ? outer[name] : undefined), value)
}
