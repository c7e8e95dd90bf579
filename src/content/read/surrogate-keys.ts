/**
 * Names for what an answer was made from, by which a CDN finds the answers that a change has made old: the content types whose entries it
 * shows, counts or looks at, or one entry if it was made from nothing else. Never too few; an answer may have one that it would not need.
 */
import type { Attribute, ContentType, Model, Schema } from '../../schema/schema.ts'
import type { Question } from './read.ts'

/** Of answers from tables that belong to no type, such as a search index. Every purge names it. */
const OTHER_KEY = 'other'

/** How many entries of a type a purge names. After more of them, all answers from one entry are old. */
const MOST_ENTRIES = 100

const entryKey = (uid: string, id: number): string => `${uid}:${id}`

/** Of every answer from one entry of a type, beside the key of the entry. */
const anyEntryKey = (uid: string): string => `${uid}:any`

interface Changed {
  readonly type: string
  readonly id: number
}

/** What changes of entries make old. */
export function purgedKeys(types: Schema['types'], changed: readonly Changed[]): readonly string[] {
  const byType = new Map<string, Set<number>>()
  for (const { type, id } of changed) byType.set(type, (byType.get(type) ?? new Set()).add(id))
  const entries = [...byType].flatMap(([uid, ids]) => {
    if (!hasEntryAnswers(types.get(uid))) return []
    return ids.size > MOST_ENTRIES ? [anyEntryKey(uid)] : [...ids].map(id => entryKey(uid, id))
  })
  return [...byType.keys(), ...entries, OTHER_KEY]
}

function hasEntryAnswers(type: ContentType | undefined): boolean {
  return type?.userDefined === true && !type.single
}

/** What is asked: an answer to `/api/articles/7` may be from that entry alone. */
type Asked = Pick<Question, 'type' | 'target' | 'entryId'>

/** The headers of an answer from these tables, as names and values in turn. */
export type SurrogateKeys = (tables: readonly string[], asked: Asked) => readonly string[]

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
  const isOneEntry = oneEntryTest(schema)
  // Answers to one query share the list of its tables.
  const known = new WeakMap<readonly string[], readonly string[]>()
  return (tables, { type: { uid }, target, entryId }) => {
    if (target === 'entry' && typeof entryId === 'number' && isOneEntry(uid, tables))
      return headersOf([entryKey(uid, entryId), anyEntryKey(uid)])
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

/**
 * Whether the answer to a question for one entry of a type was made from that entry and its components, and from nothing else. Relations are
 * more: a write of another entry may take away what they lead to.
 */
function oneEntryTest({ types, components }: Schema): (uid: string, tables: readonly string[]) => boolean {
  const parts = [...components.values()].flatMap(ownTables)
  const inside = [...components.values()].flatMap(({ attributes }) => [...attributes.values()])
  const tablesOf = new Map<string, ReadonlySet<string>>()
  for (const type of types.values())
    if (![...type.attributes.values(), ...inside].some(attribute => leadsBack(attribute, type.uid)))
      tablesOf.set(type.uid, new Set([...ownTables(type), ...parts]))
  return (uid, tables) => {
    const own = tablesOf.get(uid)
    return own !== undefined && tables.every(table => own.has(table))
  }
}

/** The table of a model, and those that link its components. */
function ownTables({ table, attributes }: Model): readonly string[] {
  const parts = [...attributes.values()].filter(({ kind }) => kind === 'component' || kind === 'zone')
  return [table, ...parts.map(linkTable)].filter(each => each !== null)
}

/** Whether a relation may lead to entries of the type by a column, so that no other table tells of it. */
function leadsBack(attribute: Attribute, uid: string): boolean {
  if (attribute.kind !== 'relation' && attribute.kind !== 'morph') return false
  if (attribute.link === null || attribute.link.kind === 'table') return false
  return attribute.kind === 'morph' || attribute.target === uid
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
