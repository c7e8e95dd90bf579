/** Writes a nested value as a query string with brackets, as the API reads it. Values that are `undefined` are left out. */

/** - `{ sort: ['title:asc'], filters: { id: { $gt: 3 } } }` gives `sort[0]=title%3Aasc&filters[id][$gt]=3` */
export function queryText(query: object): string {
  return Object.entries(query)
    .flatMap(([name, value]) => pairs(encodeURIComponent(name), value))
    .join('&')
}

function pairs(name: string, value: unknown): readonly string[] {
  if (value === undefined) return []
  if (value === null || typeof value !== 'object') return [`${name}=${encodeURIComponent(String(value ?? ''))}`]
  return Object.entries(value).flatMap(([key, inner]) => pairs(`${name}[${encodeURIComponent(key)}]`, inner))
}

type Nested = { [name: string]: Nested | string }
export type Query = { readonly [name: string]: string | readonly unknown[] | Query }

/** The other way round. Names that count from 0 become a list: `sort[0]=a&sort[1]=b` gives `{ sort: ['a', 'b'] }`. */
export function parseQueryText(text: string): Query {
  const root: Nested = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [name.split('[')[0]!, ...[...name.matchAll(/\[([^[\]]*)\]/g)].map(match => match[1]!)]
    put(root, path, value)
  }
  return withLists(root) as Query
}

function put(target: Nested, [first, ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    target[first!] = value
    return
  }
  const inner = target[first!]
  const next: Nested = typeof inner === 'object' ? inner : Object.create(null)
  target[first!] = next
  put(next, rest, value)
}

function withLists(value: Nested | string): unknown {
  if (typeof value === 'string') return value
  const names = Object.keys(value)
  const isList = names.length > 0 && names.every((name, index) => name === String(index))
  if (isList) return names.map(name => withLists(value[name]!))
  return Object.fromEntries(names.map(name => [name, withLists(value[name]!)]))
}
