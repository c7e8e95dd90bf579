/** The forms of one request: its address, the code of the typed client, and the body of a POST. */
import type { AddressedQuery } from '../../../../src/admin-api/explain-api.ts'
import type { Json, JsonObject } from '../../../../src/admin-api/route-types.ts'
import type { TypeInfo } from '../../../../src/admin-api/schema-api.ts'
import { queryText } from '../../api/query-text.ts'

/** - `/api/articles/3?populate[author]=true`; brackets and `$` stay readable. */
export function addressOf(
  { apiPath }: Pick<TypeInfo, 'apiPath'>,
  { part, query }: Omit<AddressedQuery, 'type'>,
): string {
  const path = part === null ? apiPath! : `${apiPath}/${encodeURIComponent(part).replaceAll('%3A', ':')}`
  const text = queryText(query).replaceAll('%24', '$').replaceAll('%3A', ':').replaceAll('%2C', ',')
  return text === '' ? path : `${path}?${text}`
}

/** What one writes to ask for the same with `populus/client`. */
export function clientCode(type: TypeInfo, { part, query }: Omit<AddressedQuery, 'type'>): string {
  const name = quoted(type.kind === 'singleType' ? type.singularName : type.pluralName)
  const [field, ...rest] = (part ?? '').split(':')
  const entry = rest.length === 0 ? field! : `{ ${keyOf(field!)}: ${quoted(rest.join(':'))} }`
  const [method, ...given] =
    part === null ? ['find', name] : part === 'aggregate' ? ['aggregate', name] : ['findOne', name, entry]
  const all = [...given, ...(Object.keys(query).length === 0 ? [] : [literal(query, '')])]
  return `const { data } = await client.${method}(${all.join(', ')})`
}

/** The body of `POST /api/articles/query`; nothing for what has no list. */
export function postBody({ part, query }: Omit<AddressedQuery, 'type'>): string | undefined {
  return part === null ? JSON.stringify(query, null, 2) : undefined
}

/** What a named query of the project says. */
export function definitionOf({ singularName }: TypeInfo, { part, query }: Omit<AddressedQuery, 'type'>): JsonObject {
  if (part === null) return { type: singularName, query }
  const [field = '', ...rest] = part.split(':')
  const entry = rest.length === 0 ? { id: part } : { [field]: rest.join(':') }
  return { type: singularName, entry, query }
}

const WIDE = 70

function literal(value: Json, indent: string): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value !== 'object') return String(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const items = isList
    ? value.map((item: Json) => literal(item, inner))
    : Object.entries(value).map(([key, item]) => `${keyOf(key)}: ${literal(item, inner)}`)
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }']
  const line = `${open}${items.join(', ')}${close}`
  if (items.length === 0) return isList ? '[]' : '{}'
  if (line.length <= WIDE && !line.includes('\n')) return line
  return `${open.trim()}\n${items.map(item => `${inner}${item},\n`).join('')}${indent}${close.trim()}`
}

function keyOf(key: string): string {
  return /^[$A-Z_a-z][$\w]*$/.test(key) ? key : quoted(key)
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}
