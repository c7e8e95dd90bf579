/** Makes Access values. */
import { createHash } from 'node:crypto'
import type { Access } from '../plan/access.ts'

/** May do everything. */
export const EVERYTHING: Access = Object.freeze({
  fingerprint: 'everything',
  everything: true,
  actions: new Set<string>(),
  fields: new Map<string, ReadonlySet<string>>(),
})

/** Equal rights give equal fingerprints, in whatever order they are listed. */
export function makeAccess(
  actions: Iterable<string>,
  fields: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): Access {
  const granted = new Set([...actions].sort())
  const lists = [...fields].map(([uid, names]) => [uid, [...names].sort()] as const)
  const rights = JSON.stringify([[...granted], lists.sort(([a], [b]) => (a < b ? -1 : 1))])
  const fingerprint = createHash('sha256').update(rights).digest('hex').slice(0, 32)
  return Object.freeze({ fingerprint, everything: false, actions: granted, fields: new Map(fields) })
}
