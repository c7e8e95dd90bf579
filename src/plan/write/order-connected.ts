/** Places newly connected entries among the linked ones, and gives them numbers that keep the order. */
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
  /** The owner is new: positions are always strict, and the numbers are those of a list that starts at 0, as in Strapi. */
  readonly isNew: boolean
}

/** The whole list with the connected entries in their places. `linked` are in order. */
export function placeConnected(
  linked: readonly Pick<PlacedEntry, 'id' | 'order'>[],
  connect: readonly ConnectedId[],
  { strict, isNew }: ConnectOptions,
): readonly PlacedEntry[] {
  const placed = new PlacedEntries(linked.map(({ id, order }) => ({ id, order, isLinked: true })))
  for (const item of sortConnected(connect, new Set(linked.map(({ id }) => id)), strict || isNew)) {
    placed.remove(item.id)
    place(item, placed)
  }
  return [...placed]
}

/**
 * The rows to write so that the stored numbers give the order of the list. Connected entries get numbers between those of
 * their neighbours, so that no other row changes. If there is no room, the whole list is numbered anew.
 * `numberPlaced(placeConnected([{ id: 1, order: 1 }], [{ id: 2, position: { kind: 'before', id: 1 } }], …), …)` gives 2 the number 0.5.
 */
export function numberPlaced(
  placed: readonly PlacedEntry[],
  { isNew }: Pick<ConnectOptions, 'isNew'>,
): readonly OrderedId[] {
  if (isNew) return placed.map(({ id }, order) => ({ id, order }))
  const numbered = numberBetween(placed) ?? placed.map(({ id }, index) => ({ id, order: index + 1 }))
  const known = new Map(placed.map(({ id, isLinked, order }) => [id, isLinked ? order : null]))
  return numbered.filter(({ id, order }) => known.get(id) !== order)
}

/** A smaller distance between two numbers is no room. Doubles could not tell many more apart. */
const LEAST_ROOM = 2 ** -20

/** `null` if the numbers of the linked entries leave no room. */
function numberBetween(placed: readonly PlacedEntry[]): readonly OrderedId[] | null {
  if (placed.some(({ isLinked, order }) => isLinked && order === null)) return null
  const numbered: OrderedId[] = []
  let run: PlacedEntry[] = []
  let below = 0
  for (const entry of placed) {
    if (!entry.isLinked) {
      run.push(entry)
      continue
    }
    const step = (entry.order! - below) / (run.length + 1)
    if (run.length > 0 && step < LEAST_ROOM) return null
    for (const [index, { id }] of run.entries()) numbered.push({ id, order: below + step * (index + 1) })
    below = entry.order!
    run = []
  }
  const last = Math.floor(below)
  return [...numbered, ...run.map(({ id }, index) => ({ id, order: last + index + 1 }))]
}

function place({ id, position }: ConnectedId, placed: PlacedEntries): void {
  const entry = { id, order: null, isLinked: false }
  if (!('id' in position)) {
    placed.insert(entry, position.kind === 'start' ? placed.start : placed.end)
    return
  }
  const anchor = placed.find(position.id)
  if (anchor === undefined) throw badRelation(`${problemOf(id, position)} The list of connect relations is not valid`)
  placed.insert(entry, position.kind === 'before' ? anchor.before : anchor)
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
