/** An abstract query to the text of a query string, in each of the ways that clients write one. */
import type { Query, QueryPart } from './query-generator.ts'

export interface Style {
  /** `filters%5Bid%5D=1` instead of `filters[id]=1`. */
  readonly encodedKeys: boolean
  /** `a[0]=x&a[1]=y`, `a[]=x&a[]=y`, or `a=x&a=y`. */
  readonly lists: 'indexed' | 'brackets' | 'repeated'
}

export const STYLES: readonly Style[] = [false, true].flatMap(encodedKeys =>
  (['indexed', 'brackets', 'repeated'] as const).map(lists => ({ encodedKeys, lists })),
)

/**
 * `serialise({ sort: ['a', 'b'], page: { no: '1' } }, { encodedKeys: false, lists: 'brackets' })` is
 * `sort[]=a&sort[]=b&page[no]=1`. Lists that hold objects or lists always have indexes: the other notations cannot
 * tell where one item ends. Empty lists and objects cannot be written.
 */
export function serialise(query: Query, style: Style = STYLES[0]!): string {
  return Object.entries(query)
    .flatMap(([key, part]) => pairs(part, escapeKey(key, style), style))
    .join('&')
}

function pairs(part: QueryPart, key: string, style: Style): readonly string[] {
  if (part === null) return [key]
  if (typeof part === 'string') return [`${key}=${percent(part)}`]
  const child = (name: string) => (style.encodedKeys ? `${key}%5B${name}%5D` : `${key}[${name}]`)
  if (!isList(part)) {
    return Object.entries(part).flatMap(([name, inner]) => pairs(inner, child(escapeKey(name, style)), style))
  }
  const isPlain = part.every(item => typeof item === 'string')
  return part.flatMap((item, index) => {
    if (!isPlain || style.lists === 'indexed') return pairs(item, child(String(index)), style)
    return pairs(item, style.lists === 'brackets' ? child('') : key, style)
  })
}

function isList(part: QueryPart): part is readonly QueryPart[] {
  return Array.isArray(part)
}

/** Bare keys keep whatever a URL can hold beside its own signs. */
function escapeKey(key: string, { encodedKeys }: Style): string {
  return encodedKeys ? percent(key) : key.replace(/[^\w$.:*@!~'()-]/gu, percent)
}

/** A lone surrogate has no encoding; it is written as the replacement character. */
function percent(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}
