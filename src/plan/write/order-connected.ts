/** Places newly connected entries among the linked ones, with the order numbers that Strapi assigns. */
import { PopulusError } from '../../errors.ts'
import type { ConnectedId, LinkPosition } from './write-plan.ts'

export interface OrderedId {
  readonly id: number
  readonly order: number
}

interface Placed extends OrderedId {
  readonly isLinked: boolean
}

export interface ConnectOptions {
  /** A position next to an entry that is not linked is an error; otherwise it means the end. */
  readonly strict: boolean
  /** The owner is new: positions are always strict, and the numbers are those of a list that starts at 0. */
  readonly isNew: boolean
}

/**
 * The connected entries with their order numbers, in order. Between two linked entries the numbers are fractions; the
 * caller renumbers the whole list.
 * `orderConnected([{ id: 1, order: 1 }], [{ id: 2, position: { kind: 'before', id: 1 } }], …)` gives 2 the number 0.5.
 */
export function orderConnected(
  initial: readonly OrderedId[],
  connect: readonly ConnectedId[],
  { strict, isNew }: ConnectOptions,
): readonly OrderedId[] {
  const linked = initial.map(({ id, order }) => ({ id, order: order || 1, isLinked: true }))
  const last = linked.reduce((most, { order }) => Math.max(most, order), 0)
  let placed: readonly Placed[] = linked
  for (const item of sortConnected(connect, new Set(linked.map(({ id }) => id)), strict || isNew)) {
    placed = place(
      item,
      placed.filter(({ id }) => id !== item.id),
      last,
    )
  }
  return isNew ? placed.map(({ id }, order) => ({ id, order })) : spread(placed)
}

function place(item: ConnectedId, placed: readonly Placed[], last: number): readonly Placed[] {
  const { index, order } = spot(item, placed, last)
  return [...placed.slice(0, index), { id: item.id, order, isLinked: false }, ...placed.slice(index)]
}

function spot(
  { id, position }: ConnectedId,
  placed: readonly Placed[],
  last: number,
): { index: number; order: number } {
  if (!('id' in position)) {
    return position.kind === 'start' ? { index: 0, order: 0.5 } : { index: placed.length, order: last + 0.5 }
  }
  const index = placed.findIndex(other => other.id === position.id)
  const anchor = placed[index]
  if (anchor === undefined) throw badRelation(`${problemOf(id, position)} The list of connect relations is not valid`)
  const isBefore = position.kind === 'before'
  const step = anchor.isLinked ? 0.5 : 0
  return { index: isBefore ? index : index + 1, order: anchor.order + (isBefore ? -step : step) }
}

/** Entries placed between the same two linked ones share the space between them. */
function spread(placed: readonly Placed[]): readonly OrderedId[] {
  const fresh = placed.filter(({ isLinked }) => !isLinked)
  return fresh.map(({ id, order }) => {
    const group = fresh.filter(other => other.order === order)
    const rank = group.findIndex(other => other.id === id)
    return { id, order: Math.floor(order) + (rank + 1) / (group.length + 1) }
  })
}

/** Sorts the entries so that each comes after the one that its position names. Throws if no such order exists. */
function sortConnected(
  connect: readonly ConnectedId[],
  linked: ReadonlySet<number>,
  strict: boolean,
): readonly ConnectedId[] {
  const { byId, isSorted } = indexConnected(connect, linked)
  if (isSorted) return connect
  const sorted: ConnectedId[] = []
  const done = new Set<number>()
  const add = (item: ConnectedId, seen: ReadonlySet<number>): void => {
    const anchor = anchorOf(item)
    if (anchor !== null && seen.has(anchor)) throw badRelation(CIRCULAR)
    if (done.has(item.id)) return
    done.add(item.id)
    const next = anchor === null || linked.has(anchor) ? undefined : byId.get(anchor)
    if (next !== undefined) add(next, new Set([...seen, item.id]))
    if (anchor === null || linked.has(anchor) || next !== undefined) sorted.push(item)
    else if (strict)
      throw badRelation(
        `${problemOf(item.id, item.position)} The relation with id ${anchor} needs to be connected first.`,
      )
    else sorted.push({ id: item.id, position: { kind: 'end' } })
  }
  for (const item of connect) add(item, new Set())
  return sorted
}

function indexConnected(connect: readonly ConnectedId[], linked: ReadonlySet<number>) {
  const byId = new Map<number, ConnectedId>()
  let isSorted = true
  for (const item of connect) {
    const anchor = anchorOf(item)
    if (anchor === null || !(linked.has(anchor) || byId.has(anchor))) isSorted = false
    if (byId.has(item.id)) {
      throw badRelation(
        `The relation with id ${item.id} is already connected. You cannot connect the same relation twice.`,
      )
    }
    byId.set(item.id, item)
  }
  return { byId, isSorted }
}

const CIRCULAR =
  'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it'

function anchorOf({ position }: ConnectedId): number | null {
  return position.kind === 'before' || position.kind === 'after' ? position.id : null
}

function problemOf(id: number, position: LinkPosition): string {
  const { kind } = position
  const shown = kind === 'before' || kind === 'after' ? { [kind]: position.id } : { [kind]: true }
  return `There was a problem connecting relation with id ${id} at position ${JSON.stringify(shown)}.`
}

function badRelation(message: string): PopulusError {
  return new PopulusError('badRelation', { message })
}
