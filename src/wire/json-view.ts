/** What a view shows of a JSON value. */
import type { JsonView } from '../plan/read/read-plan.ts'
import { isObject } from '../schema/json-value.ts'

/** As JSON text. Members that are shown beside the value follow it, each with a comma and its key. */
export function viewedJson(view: JsonView, value: unknown): string {
  if (view.kind === 'member') return JSON.stringify(memberAt(value, view.path) ?? null)
  const { key, beside } = view
  const own = isObject(value) ? value[key] : undefined
  if (!isObject(value) || !isObject(own)) return JSON.stringify(value)
  const { [key]: _, ...others } = value
  const members = beside
    .filter(name => (own[name] ?? null) !== null)
    .map(name => `,${JSON.stringify(name)}:${JSON.stringify(own[name])}`)
  return `${Object.keys(others).length === 0 ? 'null' : JSON.stringify(others)}${members.join('')}`
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((outer, name) => (isObject(outer) ? outer[name] : undefined), value)
}
