/** The address of another page, as a reference relative to the address of this one (RFC 3986, 4.2): `?sort=name&pagination[after]=…`. */
import type { CursorRequest } from '../../query/read-request.ts'

const PLACE_KEY = /^pagination\[(after|before)\]$/

/** `search` is the query string of this page, which says its own place. */
export function pageLink(search: string, direction: CursorRequest['direction'], place: string): string {
  const others = search.split('&').filter(part => part !== '' && !PLACE_KEY.test(keyOf(part)))
  return `?${[...others, `pagination[${direction}]=${place}`].join('&')}`
}

function keyOf(part: string): string {
  const [key] = part.split('=', 1)
  try {
    return decodeURIComponent(key!)
  } catch {
    return key!
  }
}
