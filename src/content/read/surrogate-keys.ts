/**
 * Names for what an answer was made from, by which a CDN finds the answers that a change has made old: the content types whose entries it
 * shows, counts or looks at. Never too few; an answer may have one that it would not need.
 */
import type { Attribute, Schema } from '../../schema/schema.ts'

/** Of answers from tables that belong to no type, such as a search index. Every purge names it. */
const OTHER_KEY = 'other'

/** What a change of an entry makes old. */
export function purgedKeys(types: readonly string[]): readonly string[] {
  return [...new Set(types), OTHER_KEY]
}

/** The headers of an answer from these tables, as names and values in turn. */
export type SurrogateKeys = (tables: readonly string[]) => readonly string[]

/** CDNs refuse longer headers, or cut them off: Fastly and Cloudflare at 16 KB, others at 8. */
const LONGEST = 7000

const made = new WeakMap<Schema, SurrogateKeys>()

/** The same for all routes of a server. */
export function surrogateKeys(schema: Schema): SurrogateKeys {
  const keys = made.get(schema) ?? makeKeys(schema)
  made.set(schema, keys)
  return keys
}

function makeKeys(schema: Schema): SurrogateKeys {
  const owners = ownersByTable(schema)
  // Answers to one query share the list of its tables.
  const known = new WeakMap<readonly string[], readonly string[]>()
  return tables => {
    const headers = known.get(tables) ?? headersOf(keysOf(owners, tables))
    known.set(tables, headers)
    return headers
  }
}

/** An answer with too many keys gets the one that every purge names. Fastly and Varnish read the first header, Cloudflare the second. */
function headersOf(keys: readonly string[]): readonly string[] {
  const named = keys.join(' ').length > LONGEST ? [OTHER_KEY] : keys
  return Object.freeze(['surrogate-key', named.join(' '), 'cache-tag', named.join(',')])
}

function keysOf(owners: ReadonlyMap<string, ReadonlySet<string>>, tables: readonly string[]): readonly string[] {
  const keys = new Set<string>()
  for (const table of tables) for (const key of owners.get(table) ?? [OTHER_KEY]) keys.add(key)
  return [...keys].sort()
}

/** The types whose writes change a table. What belongs to components changes with the entries that have them. */
function ownersByTable({ types, components }: Schema): ReadonlyMap<string, ReadonlySet<string>> {
  const owners = new Map<string, Set<string>>()
  const add = (table: string | null, ...uids: string[]) => {
    if (table === null) return
    const set = owners.get(table) ?? new Set()
    for (const uid of uids) set.add(uid)
    owners.set(table, set)
  }
  for (const { uid, table, attributes } of types.values()) {
    add(table, uid)
    for (const attribute of attributes.values()) add(linkTable(attribute), uid, ...targetOf(attribute))
  }
  for (const { table, attributes } of components.values()) {
    add(table)
    for (const attribute of attributes.values()) add(linkTable(attribute), ...targetOf(attribute))
  }
  return owners
}

function linkTable(attribute: Attribute): string | null {
  return 'link' in attribute && attribute.link !== null && 'table' in attribute.link ? attribute.link.table : null
}

function targetOf(attribute: Attribute): readonly string[] {
  return attribute.kind === 'relation' || attribute.kind === 'media' ? [attribute.target] : []
}
