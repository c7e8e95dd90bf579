/** Writes nested values in the bracket notation; `parseText` reads them back. */
import type { QueryObject, QueryValue } from './query-value.ts'

/** `queryText({ fields: ['title'], populate: { author: { fields: '*' } } })` is `fields[0]=title&populate[author][fields]=*`. */
export function queryText(query: QueryObject): string {
  return Object.entries(query)
    .flatMap(([key, value]) => parts(encoded(key), value))
    .join('&')
}

function parts(path: string, value: QueryValue): readonly string[] {
  if (value === null) return [path]
  if (typeof value === 'string') return [`${path}=${encoded(value)}`]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, item]) => parts(`${path}[${encoded(String(key))}]`, item as QueryValue))
}

/** Half of a character has no encoding; it becomes the character that stands for one. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
}
