/** What keeps writers apart on a database where they do not take turns anyway. Nobody waits here: the next statement does. */
import type { LinkWrite } from '../../plan/write/write-plan.ts'
import type { Attribute } from '../../schema/schema.ts'
import { inverseOf, type WriteScope } from './write-scope.ts'

/** Makes other writers that need any of the same things wait. All writers take their locks in the same order. */
export function takeLocks(scope: WriteScope, things: readonly string[]): void {
  const lock = things.length === 0 ? null : scope.dialect.lock(things, 'alone')
  if (lock !== null) scope.send(null, lock)
}

/** A relation that a writer is about to change, from one of its sides. */
export interface UsedRelation {
  readonly attribute: Attribute
  /** Entries whose links may change in any way. */
  readonly owners: readonly number[]
  /** The entries on the other side that the change names. */
  readonly named: readonly number[]
}

/** The server has room for a limited number of locks. */
const MOST_TARGETS = 64

/**
 * Rows of a two-sided relation belong to entries on both sides, and a writer holds only one of them. Whoever changes a
 * link holds both of its ends, so writers wait only for those that link the same entries. One that names many entries
 * holds the whole relation instead.
 */
export function lockRelations(scope: WriteScope, used: readonly UsedRelation[]): void {
  const shared = used.flatMap(use => {
    const link = sharedLink(scope, use.attribute)
    return link === null ? [] : [{ ...use, link }]
  })
  const targets = shared.flatMap(({ link: { table, parentColumn, childColumn }, owners, named }) => [
    ...owners.map(id => `${table}.${parentColumn}=${id}`),
    ...named.map(id => `${table}.${childColumn}=${id}`),
  ])
  if (targets.length === 0) return
  const tables = shared.map(({ link }) => link.table)
  const isWhole = targets.length > MOST_TARGETS
  const lock = scope.dialect.lock(tables, isWhole ? 'alone' : 'together')
  if (lock !== null) scope.send(null, lock)
  if (!isWhole) takeLocks(scope, targets)
}

/** Only one writer at a time changes these relations. */
export function lockWholeRelations(scope: WriteScope, attributes: readonly Attribute[]): void {
  takeLocks(
    scope,
    attributes.flatMap(attribute => sharedLink(scope, attribute)?.table ?? []),
  )
}

function sharedLink({ schema }: WriteScope, attribute: Attribute) {
  if (attribute.kind !== 'relation' || attribute.link?.kind !== 'table') return null
  return inverseOf(attribute, schema) === undefined ? null : attribute.link
}

/** The entries that a change links or unlinks. */
export function namedIn({ change }: LinkWrite): readonly number[] {
  return change.kind === 'set' ? change.ids : [...change.connect.map(({ id }) => id), ...change.disconnect]
}
