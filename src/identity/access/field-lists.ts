/** The field lists that limit what a role may do with a type. */
import type { FieldLists } from '../../plan/access.ts'
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
