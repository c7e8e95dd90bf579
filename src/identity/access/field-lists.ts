/** The field lists that limit what a role may do with a type. */
import { PopulusError } from '../../errors.ts'
import type { FieldLists } from '../../plan/access.ts'
import { isObject } from '../../schema/json-value.ts'
import type { Row } from '../../sql/statement.ts'
import { deleteCoreStore, setCoreStore } from '../../tables/core-store.ts'
import { FIELD_LISTS_KEY } from '../../tables/desired/field-grants.ts'
import type { Run } from '../records/change-rights.ts'
import { READ_ACTIONS, WRITE_ACTIONS } from './content-actions.ts'
import type { AccessLists } from './make-access.ts'

/** Which lists: the ones that limit reading, or the one that limits writing. */
export type ListKind = 'read' | 'write'
const LIST_KINDS: readonly ListKind[] = ['read', 'write']

/** The lists of one type. An absent list limits nothing. */
export interface TypeLists {
  readonly fields?: readonly string[] | undefined
  readonly filterFields?: readonly string[] | undefined
  readonly sortFields?: readonly string[] | undefined
  readonly writeFields?: readonly string[] | undefined
}

/** The lists of a role, by uid of the type. */
export type RoleLists = ReadonlyMap<string, TypeLists>

export const LIST_NAMES = ['fields', 'filterFields', 'sortFields', 'writeFields'] as const
export type ListName = (typeof LIST_NAMES)[number]

const KIND_OF: Readonly<Record<ListName, ListKind>> = {
  fields: 'read',
  filterFields: 'read',
  sortFields: 'read',
  writeFields: 'write',
}

/** Drops absent lists: `{fields: ['a'], sortFields: undefined}` is `{fields: ['a']}`. */
export function presentLists(lists: TypeLists): TypeLists {
  return pick(lists, () => true)
}

/** The lists of all other kinds. */
export function listsWithout(lists: TypeLists, kinds: ReadonlySet<ListKind>): TypeLists {
  return pick(lists, kind => !kinds.has(kind))
}

/** The lists that still limit one of the actions. When the last right to read or write a type goes, so do its lists. */
export function listsFor(lists: TypeLists, actions: Iterable<string>): TypeLists {
  const limits = limitsOf(actions)
  return listsWithout(lists, new Set(LIST_KINDS.filter(kind => !limits.has(kind))))
}

function pick(lists: TypeLists, wanted: (kind: ListKind) => boolean): TypeLists {
  const kept = LIST_NAMES.filter(name => lists[name] !== undefined && wanted(KIND_OF[name]))
  return Object.fromEntries(kept.map(name => [name, lists[name]]))
}

export function hasLists(lists: TypeLists): boolean {
  return LIST_NAMES.some(name => lists[name] !== undefined)
}

/** Which field lists limit an action: `limitOf('api::article.article.find')` is `read`. */
export function limitOf(action: string): ListKind | null {
  const name = action.slice(action.lastIndexOf('.') + 1)
  if (READ_ACTIONS.includes(name)) return 'read'
  return WRITE_ACTIONS.includes(name) ? 'write' : null
}

/** The kinds of lists that limit any of the actions. */
export function limitsOf(actions: Iterable<string>): ReadonlySet<ListKind> {
  return new Set([...actions].flatMap(action => limitOf(action) ?? []))
}

/** Problems of lists that are granted together with these actions. */
export function listProblems(lists: TypeLists, actions: Iterable<string>): readonly string[] {
  return [...listsWithoutEffect(lists, limitsOf(actions)), ...unreadable(lists)]
}

/** Lists that limit nothing that is granted. */
function listsWithoutEffect(lists: TypeLists, limits: ReadonlySet<ListKind>): readonly string[] {
  const reading = hasLists({ ...lists, writeFields: undefined })
  return [
    ...(reading && !limits.has('read') ? ['fields can only be listed for find and findOne'] : []),
    ...(lists.writeFields !== undefined && !limits.has('write')
      ? ['fields to write can only be listed for create, update and createLocalization']
      : []),
  ]
}

/** A problem for each filter or sort field that is missing from the list of readable fields. */
function unreadable({ fields, filterFields = [], sortFields = [] }: TypeLists): readonly string[] {
  if (fields === undefined) return []
  const used = new Set([...filterFields, ...sortFields])
  return [...used]
    .filter(name => !fields.includes(name))
    .map(name => `${name} is a field to filter or sort by, but not a field to read`)
}

/** The lists of a role by what they limit, then by uid. */
export function accessLists(lists: RoleLists): AccessLists {
  const named = (name: ListName): FieldLists =>
    new Map([...lists].flatMap(([uid, { [name]: names }]) => (names === undefined ? [] : [[uid, new Set(names)]])))
  return {
    fields: named('fields'),
    filterFields: named('filterFields'),
    sortFields: named('sortFields'),
    writeFields: named('writeFields'),
  }
}

// Where the field lists are stored: as one JSON value in Strapi's settings table, in the same file as the permissions that
// they limit, so one commit changes both. A table of our own would not survive there: Strapi drops tables that it does not
// know, but leaves settings alone.
// {"2":{"api::article.article":{"fields":["title"],"sortFields":["title"]}}}

/** The lists of all roles, by id. */
export type AllLists = ReadonlyMap<number, RoleLists>

/** Decodes the rows of `selectFieldLists`; `null` if they cannot be parsed: then nobody may do anything. */
export function decodeFieldLists(rows: readonly Row[]): AllLists | null {
  if (rows.length === 0) return new Map()
  if (rows.length > 1) return null
  try {
    const stored: unknown = JSON.parse(String(rows[0]?.[0]))
    if (!isObject(stored)) return null
    return new Map(Object.entries(stored).map(([roleId, lists]) => [Number(roleId), decodeRole(lists)]))
  } catch {
    return null
  }
}

function decodeRole(stored: unknown): RoleLists {
  if (!isObject(stored)) throw new TypeError('expected lists by uid')
  return new Map(Object.entries(stored).map(([uid, lists]) => [uid, decodeType(lists)]))
}

/** A list that cannot be parsed grants nothing. */
function decodeType(stored: unknown): TypeLists {
  if (!isObject(stored)) throw new TypeError('expected lists by name')
  const lists = LIST_NAMES.flatMap(name => {
    const list = stored[name]
    if (list === undefined) return []
    return [[name, Array.isArray(list) ? list.map(String) : []] as const]
  })
  return Object.fromEntries(lists)
}

/** Throws `unavailable` if the stored lists cannot be parsed. Overwriting them would open what they limit. */
export function checkedLists(lists: AllLists | null): AllLists {
  if (lists !== null) return lists
  const cause = new Error(`The setting ${FIELD_LISTS_KEY} in strapi_core_store_settings cannot be parsed`)
  throw new PopulusError('unavailable', {}, { cause })
}

export async function storeFieldLists(run: Run, lists: AllLists): Promise<void> {
  const roles = [...lists].flatMap(([roleId, types]) => {
    const limited = [...types].filter(([, given]) => Object.keys(given).length > 0)
    return limited.length === 0 ? [] : [[String(roleId), Object.fromEntries(limited)] as const]
  })
  if (roles.length === 0) await deleteCoreStore(run, FIELD_LISTS_KEY)
  else await setCoreStore(run, FIELD_LISTS_KEY, Object.fromEntries(roles))
}
