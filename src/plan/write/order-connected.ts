/** Places newly connected entries among the linked ones, with the order numbers that Strapi assigns. */
import { PopulusError } from '../../errors.ts'
import { PlacedEntries, type PlacedEntry } from './placed-entries.ts'
import type { ConnectedId, LinkPosition } from './write-plan.ts'

export interface OrderedId {
  readonly id: number
  readonly order: number
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
  const placed = new PlacedEntries(linked)
  for (const item of sortConnected(connect, new Set(linked.map(({ id }) => id)), strict || isNew)) {
    placed.remove(item.id)
    place(item, placed, last)
  }
  const all = [...placed]
  return isNew ? all.map(({ id }, order) => ({ id, order })) : spread(all)
}

function place({ id, position }: ConnectedId, placed: PlacedEntries, last: number): void {
  if (!('id' in position)) {
    if (position.kind === 'start') placed.insert({ id, order: 0.5, isLinked: false }, placed.start)
    else placed.insert({ id, order: last + 0.5, isLinked: false }, placed.end)
    return
  }
  const anchor = placed.find(position.id)
  if (anchor === undefined) throw badRelation(`${problemOf(id, position)} The list of connect relations is not valid`)
  const isBefore = position.kind === 'before'
  const step = anchor.entry.isLinked ? 0.5 : 0
  const entry = { id, order: anchor.entry.order + (isBefore ? -step : step), isLinked: false }
  placed.insert(entry, isBefore ? anchor.before : anchor)
}

/** Entries placed between the same two linked ones share the space between them. */
function spread(placed: readonly PlacedEntry[]): readonly OrderedId[] {
  const fresh = placed.filter(({ isLinked }) => !isLinked)
  const sizes = new Map<number, number>()
  for (const { order } of fresh) sizes.set(order, (sizes.get(order) ?? 0) + 1)
  const ranks = new Map<number, number>()
  return fresh.map(({ id, order }) => {
    const rank = (ranks.get(order) ?? 0) + 1
    ranks.set(order, rank)
    return { id, order: Math.floor(order) + rank / (sizes.get(order)! + 1) }
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
  const before = (item: ConnectedId) => {
    const anchor = anchorOf(item)
    return anchor === null || linked.has(anchor) ? undefined : byId.get(anchor)
  }
  for (const item of connect) {
    const chain = new Map<number, ConnectedId>()
    for (let next: ConnectedId | undefined = item; next !== undefined; next = before(next)) {
      const anchor = anchorOf(next)
      if (anchor !== null && chain.has(anchor)) throw badRelation(CIRCULAR)
      if (done.has(next.id)) break
      done.add(next.id)
      chain.set(next.id, next)
    }
    for (const next of [...chain.values()].reverse()) {
      const anchor = anchorOf(next)
      const isFound = anchor === null || linked.has(anchor) || byId.has(anchor)
      if (!isFound && strict) throw notConnected(next, anchor)
      sorted.push(isFound ? next : { id: next.id, position: { kind: 'end' } })
    }
  }
  return sorted
}

function notConnected({ id, position }: ConnectedId, anchor: number): PopulusError {
  return badRelation(`${problemOf(id, position)} The relation with id ${anchor} needs to be connected first.`)
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
