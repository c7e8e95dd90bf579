/**
 * The forms in which a body may name related entries: ids, objects with ids, lists, and entries to connect and
 * disconnect.
 */
import { isPlainObject } from '../../schema/rules/rule.ts'
import { idOfText, isId } from '../../util/json/largest-id.ts'
import type { ConnectedId, LinkPosition } from './write-plan.ts'

/** The meaning of a relation's value, before its ids are checked. */
export type RelationInput =
  | { readonly kind: 'set'; readonly items: readonly RelationItem[] }
  | {
      readonly kind: 'patch'
      readonly connect: readonly RelationItem[]
      readonly disconnect: readonly RelationItem[]
      readonly strict: boolean
    }

export interface RelationItem {
  /** The id as given; `undefined` if it is missing. */
  readonly id: unknown
  readonly position: unknown
  /** The whole object, if one was given. */
  readonly source: Readonly<Record<string, unknown>>
}

/**
 * `3`, `"3"`, `{ id: 3 }`, `[1, { id: 2 }]`, `null` and `{ set: [1] }` replace the links. `{ connect: [1], disconnect:
 * [2] }` changes some of them. Any other object changes nothing. Returns `null` if the value is not a relation at all.
 */
export function parseRelationInput(value: unknown): RelationInput | null {
  if (value === null) return { kind: 'set', items: [] }
  if (!isPlainObject(value)) return asSet(Array.isArray(value) ? value : [value])
  if (Object.hasOwn(value, 'id')) return asSet([value])
  const { set, connect, disconnect, options } = value
  if (!isListOrAbsent(connect) || !isListOrAbsent(set)) return null
  if (Array.isArray(set)) return asSet(set)
  const connected = itemsOf(connect ?? [])
  const disconnected = itemsOf(Array.isArray(disconnect) ? disconnect : [disconnect ?? []].flat())
  if (connected === null || disconnected === null) return null
  return { kind: 'patch', connect: connected, disconnect: disconnected, strict: isStrict(options) }
}

function asSet(items: readonly unknown[]): RelationInput | null {
  const read = itemsOf(items)
  return read === null ? null : { kind: 'set', items: read }
}

function isListOrAbsent(value: unknown): value is readonly unknown[] | null | undefined {
  return value === null || value === undefined || Array.isArray(value)
}

/** `null` if one of the values is null. */
function itemsOf(values: readonly unknown[]): readonly RelationItem[] | null {
  if (values.includes(null)) return null
  return values.map(value => {
    const source = isPlainObject(value) ? value : Array.isArray(value) ? {} : { id: value }
    return { id: source.id, position: source.position, source }
  })
}

/** Whether each item identifies its entry. */
export function haveIds(input: RelationInput): boolean {
  const items = input.kind === 'set' ? input.items : [...input.connect, ...input.disconnect]
  return items.every(({ id }) => id !== undefined)
}

function isStrict(options: unknown): boolean {
  const strict = isPlainObject(options) ? options.strict : undefined
  return strict === undefined || Boolean(strict)
}

/** The number of an id in any form that a body may use; `undefined` for a value that no entry can have as its id. */
export function idOf(value: unknown): number | undefined {
  if (typeof value === 'string') return idOfText(value) ?? undefined
  return isId(value) ? value : undefined
}

/**
 * Assigns a number to each id of a body. A value that cannot be an id gets its own negative number. No entry has that
 * number, so the value is counted as missing.
 */
export class IdNumbers {
  readonly #strange = new Map<string, number>()

  of(value: unknown): number {
    const id = idOf(value)
    if (id !== undefined) return id
    const key = JSON.stringify(value) ?? ''
    const number = this.#strange.get(key) ?? -1 - this.#strange.size
    this.#strange.set(key, number)
    return number
  }
}

/** The entries to connect with their positions. Exact duplicates are merged. */
export function connectedIds(items: readonly RelationItem[], ids: IdNumbers): readonly ConnectedId[] {
  const connected = items.map(({ id, position }) => ({ id: ids.of(id), position: positionOf(position, ids) }))
  return [...new Map(connected.map(item => [JSON.stringify(item), item])).values()]
}

function positionOf(position: unknown, ids: IdNumbers): LinkPosition {
  if (!isPlainObject(position)) return { kind: 'end' }
  const { before, after, start } = position
  if (before) return { kind: 'before', id: ids.of(before) }
  if (after) return { kind: 'after', id: ids.of(after) }
  return { kind: start ? 'start' : 'end' }
}
