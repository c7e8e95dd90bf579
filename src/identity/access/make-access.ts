/** Creates Access values. */

import type { Access, FieldLists } from '../../plan/access.ts'
import { sha256 } from '../../util/sha256.ts'

/** May do everything. */
export const EVERYTHING: Access = Object.freeze({
  fingerprint: 'everything',
  everything: true,
  actions: new Set<string>(),
  fields: new Map<string, ReadonlySet<string>>(),
})

/** The field lists of a role, by uid: readable fields, which of those allow filtering and sorting, and writable fields. */
export interface AccessLists {
  readonly fields?: FieldLists
  readonly filterFields?: FieldLists
  readonly sortFields?: FieldLists
  readonly writeFields?: FieldLists
}

/** Equal rights have equal fingerprints, whatever their order. */
export function makeAccess(actions: Iterable<string>, lists: AccessLists = {}): Access {
  const { fields = NONE, filterFields = NONE, sortFields = NONE, writeFields = NONE } = lists
  const granted = new Set([...actions].sort())
  const rights = JSON.stringify([[...granted], ...[fields, filterFields, sortFields, writeFields].map(sorted)])
  const fingerprint = sha256(rights).slice(0, 32)
  return Object.freeze({
    fingerprint,
    everything: false,
    actions: granted,
    fields,
    filterFields,
    sortFields,
    writeFields,
  })
}

const NONE: FieldLists = new Map()

function sorted(lists: FieldLists): readonly unknown[] {
  return [...lists].map(([uid, names]) => [uid, [...names].sort()] as const).sort(([a], [b]) => (a < b ? -1 : 1))
}
