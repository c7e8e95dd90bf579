/** Writes nested values in the bracket notation; `parseText` reads them back. */
import type { QueryObject, QueryValue } from './query-value.ts'

/** `queryText({ fields: ['title'], populate: { author: { fields: '*' } } })` is `fields[0]=title&populate[author][fields]=*`. */
export function queryText(query: QueryObject): string {
  return Object.entries(query)
    .flatMap(([key, value]) => parts(encodeURIComponent(key), value))
    .join('&')
}

function parts(path: string, value: QueryValue): readonly string[] {
  if (value === null) return [path]
  if (typeof value === 'string') return [`${path}=${encodeURIComponent(value)}`]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, item]) => parts(`${path}[${encodeURIComponent(String(key))}]`, item as QueryValue))
}
