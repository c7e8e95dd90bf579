/** Writes nested values in the bracket notation; `parseText` reads them back. */
import { PopulusError } from '../errors.ts'
import type { QueryObject, QueryValue } from './query-value.ts'

/**
 * `queryText({ fields: ['title'], populate: { author: { fields: '*' } } })` is `fields[0]=title&populate[author][fields]=*`.
 * A name is repeated for everything below it, so the text can be far longer than the values: beyond `most` bytes, it is not
 * written.
 */
export function queryText(query: QueryObject, most = Number.POSITIVE_INFINITY): string {
  const text: Text = { parts: [], length: 0, most }
  for (const [key, value] of Object.entries(query)) write(text, encoded(key), value)
  return text.parts.join('&')
}

interface Text {
  readonly parts: string[]
  length: number
  readonly most: number
}

function write(text: Text, path: string, value: QueryValue): void {
  if (value === null) add(text, path)
  else if (typeof value === 'string') add(text, `${path}=${encoded(value)}`)
  else {
    const entries = Array.isArray(value) ? value.entries() : Object.entries(value)
    for (const [key, item] of entries) write(text, `${path}[${encoded(String(key))}]`, item as QueryValue)
  }
}

function add(text: Text, part: string): void {
  text.length += part.length + 1
  if (text.length > text.most + 1) throw new PopulusError('queryTooLong', { limit: text.most })
  text.parts.push(part)
}

/** Half of a character has no encoding; it becomes the character that stands for one. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
}
