/** The lists of fields that limit what a role may do with a type. */
import type { FieldLists } from '../../plan/access.ts'
import { READ_ACTIONS, WRITE_ACTIONS } from './content-actions.ts'
import type { AccessLists } from './make-access.ts'

/** Which lists are meant: those that limit reading, or the one that limits writing. */
export type ListKind = 'read' | 'write'
const LIST_KINDS: readonly ListKind[] = ['read', 'write']

/** The lists of one type; what is absent is not limited. */
export interface TypeLists {
  readonly fields?: readonly string[] | undefined
  readonly filterFields?: readonly string[] | undefined
  readonly sortFields?: readonly string[] | undefined
  readonly writeFields?: readonly string[] | undefined
}

/** The lists of a role, by the uid of the type. */
export type RoleLists = ReadonlyMap<string, TypeLists>

export const LIST_NAMES = ['fields', 'filterFields', 'sortFields', 'writeFields'] as const
export type ListName = (typeof LIST_NAMES)[number]

const KIND_OF: Readonly<Record<ListName, ListKind>> = {
  fields: 'read',
  filterFields: 'read',
  sortFields: 'read',
  writeFields: 'write',
}

/** Without what is not limited: `{fields: ['a'], sortFields: undefined}` is `{fields: ['a']}`. */
export function presentLists(lists: TypeLists): TypeLists {
  return pick(lists, () => true)
}

/** The lists that none of the kinds is about. */
export function listsWithout(lists: TypeLists, kinds: ReadonlySet<ListKind>): TypeLists {
  return pick(lists, kind => !kinds.has(kind))
}

/** The lists that still limit one of the actions: with the last right to read or to write a type go its lists. */
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

/** Which lists of fields limit an action: `limitOf('api::article.article.find')` is `read`. */
export function limitOf(action: string): ListKind | null {
  const name = action.slice(action.lastIndexOf('.') + 1)
  if (READ_ACTIONS.includes(name)) return 'read'
  return WRITE_ACTIONS.includes(name) ? 'write' : null
}

/** The kinds of lists that some of the actions are limited by. */
export function limitsOf(actions: Iterable<string>): ReadonlySet<ListKind> {
  return new Set([...actions].flatMap(action => limitOf(action) ?? []))
}

/** What is wrong with lists that are granted together with these actions. */
export function listProblems(lists: TypeLists, actions: Iterable<string>): readonly string[] {
  return [...aimless(lists, limitsOf(actions)), ...unreadable(lists)]
}

/** Lists that limit nothing of what is granted. */
function aimless(lists: TypeLists, limits: ReadonlySet<ListKind>): readonly string[] {
  const reading = hasLists({ ...lists, writeFields: undefined })
  return [
    ...(reading && !limits.has('read') ? ['fields can be listed for find and findOne only'] : []),
    ...(lists.writeFields !== undefined && !limits.has('write')
      ? ['fields to write can be listed for create, update and createLocalization only']
      : []),
  ]
}

/** A problem for each field to filter or sort by that the list of fields to read lacks. */
function unreadable({ fields, filterFields = [], sortFields = [] }: TypeLists): readonly string[] {
  if (fields === undefined) return []
  const used = new Set([...filterFields, ...sortFields])
  return [...used]
    .filter(name => !fields.includes(name))
    .map(name => `${name} is to be filtered or sorted by, but is not among the fields to read`)
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
