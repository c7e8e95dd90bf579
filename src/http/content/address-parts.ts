/** What an address is made of, found without parsing it. */
import { idOfText } from '../../util/json/largest-id.ts'

/** The query string as sent, without the question mark and the fragment. */
export function searchOf(url: string): string {
  const from = url.indexOf('?')
  if (from === -1) return ''
  const to = url.indexOf('#', from)
  return to === -1 ? url.slice(from + 1) : url.slice(from + 1, to)
}

/** Where a path is remembered. */
export interface Place {
  readonly key: string
  /** The id that its path ends with. */
  readonly entryId?: number | null
}

export function placeOf(url: string): Place {
  return entryPlace(url) ?? { key: pathKey(url) }
}

/** Of `/api/articles/12?populate=*`; `undefined` for a path that does not end with an id in its usual form. */
export function entryPlace(url: string): Place | undefined {
  const end = endOfPath(url)
  const start = url.lastIndexOf('/', end - 1) + 1
  if (end === start || end - start > MOST_DIGITS || url.charCodeAt(start) === ZERO) return undefined
  for (let at = start; at < end; at += 1) {
    const code = url.charCodeAt(at)
    if (code < ZERO || code > NINE) return undefined
  }
  return { key: `  ${url.slice(0, start)}`, entryId: idOfText(url.slice(start, end)) }
}

const ZERO = 0x30
const NINE = 0x39
const MOST_DIGITS = 15

function endOfPath(url: string): number {
  const end = url.indexOf('?')
  return end === -1 ? url.length : end
}

/** Not an address: those begin with no space. */
export function pathKey(url: string): string {
  return ` ${url.slice(0, endOfPath(url))}`
}
