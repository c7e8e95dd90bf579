/** Places in a list as clients get and send them. A place fits only the order that it was made for. */
import { PopulusError } from '../../errors.ts'
import type { CursorRequest } from '../../query/read-request.ts'
import { isId } from '../../util/json/largest-id.ts'
import type { ListPlace, OrderTerm } from './read-plan.ts'

/** What says where a page begins. */
const PLACE_KEY = /^pagination\[(after|before|page|start)\](\[0?\])?$/

/** `title:asc,author.name:desc` */
export function orderName(order: readonly OrderTerm[]): string {
  return order
    .map(({ hops, column, order: direction }) => {
      const last = column.kind === 'scalar' ? column.attribute.name : column.kind === 'id' ? 'id' : `(${column.kind})`
      return `${[...hops.map(({ attribute }) => attribute.name), last].join('.')}:${direction}`
    })
    .join(',')
}

export function placeText({ keys, id }: ListPlace, orderedBy: string): string {
  return Buffer.from(JSON.stringify([orderedBy, id, ...keys])).toString('base64url')
}

/** `null` for an empty place. Throws PopulusError for one that no answer has given, or that belongs to another order. */
export function parsePlace({ place, direction }: CursorRequest, order: readonly OrderTerm[]): ListPlace | null {
  if (place === '') return null
  const parameter = `pagination[${direction}]`
  const parts = partsOf(place)
  if (parts === undefined) throw notAPlace(direction)
  const [orderedBy, id, ...keys] = parts
  if (orderedBy !== orderName(order) || keys.length !== order.length)
    throw new PopulusError('badValue', { parameter, problem: 'it belongs to another order; use the same sort' })
  return { id, keys }
}

export function notAPlace(direction: CursorRequest['direction']): PopulusError {
  const problem = 'it is not a place that an answer has given'
  return new PopulusError('badValue', { parameter: `pagination[${direction}]`, problem })
}

const isPlaceId = (id: unknown): id is number => id === 0 || isId(id)

function partsOf(place: string): readonly [string, number, ...(string | null)[]] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(place, 'base64url').toString())
    if (!Array.isArray(parts)) return undefined
    const [orderedBy, id, ...keys] = parts as unknown[]
    const areKeys = keys.every(key => key === null || typeof key === 'string')
    if (typeof orderedBy !== 'string' || !isPlaceId(id) || !areKeys) return undefined
    return [orderedBy, id, ...(keys as (string | null)[])]
  } catch {
    return undefined
  }
}

/**
 * The address of another page, relative to the address of this one (RFC 3986, 4.2): `?sort=name&pagination[after]=…`. `search` is the query
 * string of this page, which says where it begins.
 */
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
