/** Which parts of three versions are the same ones, and which of them stay. */

import { longestCommon } from '../../../ui/diffs/longest-common.ts'
import { isDifferent } from '../store/entry-input.ts'
import type { PartValue } from '../store/form-value.ts'
import { mergeLists } from './merge-lists.ts'
import { isSamePart } from './same-content.ts'
import type { Side, Versions } from './versions.ts'

export type Parts = readonly PartValue[]

/** The parts of each version by names that they share. */
export type NamedParts = Versions<ReadonlyMap<string, PartValue>>

/**
 * A part has its name from the id that the server gave it, or from the key that the form gave it. Somebody else's version has other
 * keys, and ids for parts that had none: those are found by what they say, and then by their order.
 */
export function namedParts({ from, mine, theirs }: Versions<Parts>): NamedParts {
  const first = new Map(from.map(part => [ownName(part), part]))
  const own = new Map(mine.map(part => [ownName(part), part]))
  const known = new Map(theirs.flatMap(part => (first.has(idName(part)) ? [[part, idName(part)] as const] : [])))
  const open = () => theirs.filter(part => !known.has(part))
  pair(open(), from.filter(isUnsaved), known, isSamePart)
  pair(
    open(),
    from.filter(part => isUnsaved(part) && ![...known.values()].includes(part.key)),
    known,
    isSameKind,
  )
  pair(
    open(),
    mine.filter(part => isUnsaved(part) && !first.has(part.key)),
    known,
    isSamePart,
  )
  const other = new Map(theirs.map(part => [known.get(part) ?? ownName(part), part]))
  return { from: first, mine: own, theirs: other }
}

function isUnsaved({ id }: PartValue): boolean {
  return id === null
}

function isSameKind(one: PartValue, other: PartValue): boolean {
  return one.component === other.component
}

function ownName(part: PartValue): string {
  return isUnsaved(part) ? part.key : idName(part)
}

function idName({ component, id }: PartValue): string {
  return `${component} ${id}`
}

/** Gives the first ones the names of the second, in their order. */
function pair(
  parts: Parts,
  unsaved: Parts,
  names: Map<PartValue, string>,
  isSame: (one: PartValue, other: PartValue) => boolean,
): void {
  const kinds: PartValue[] = []
  const kindOf = (part: PartValue) => {
    const known = kinds.findIndex(other => isSame(part, other))
    return String(known === -1 ? kinds.push(part) - 1 : known)
  }
  for (const [here, there] of longestCommon(parts.map(kindOf), unsaved.map(kindOf)))
    names.set(parts[here]!, unsaved[there]!.key)
}

/** The names of those that stay, in their order. `undefined` if the two do not agree and no side is preferred. */
export function partNames(named: NamedParts, prefer: Side | undefined): readonly string[] | undefined {
  const lists = {
    from: [...named.from.keys()],
    mine: [...named.mine.keys()],
    theirs: [...named.theirs.keys()],
  }
  const merged = mergeLists(lists.from, lists.mine, lists.theirs, { keepsBoth: true })
  const isClear = merged !== undefined && new Set(merged).size === merged.length
  const names = isClear ? merged : movedNames(lists, prefer)
  if (names === undefined) return undefined
  const lost = lostOf(named, names)
  if (prefer === undefined) return lost.length > 0 ? undefined : names
  return inserted(names, lost, lists[prefer])
}

/** One has moved parts and the other has added or removed some: the order of the one, with what the other did. */
function movedNames({ from, mine, theirs }: Versions<readonly string[]>, prefer: Side | undefined) {
  const isCommon = (name: string) => from.includes(name) && mine.includes(name) && theirs.includes(name)
  const [before, own, other] = [from, mine, theirs].map(names => names.filter(isCommon).join('\n'))
  const side = other === before || own === other ? 'mine' : own === before ? 'theirs' : prefer
  if (side === undefined) return undefined
  const order = side === 'mine' ? mine : theirs
  const kept = order.filter(name => isCommon(name) || !from.includes(name))
  const added = (side === 'mine' ? theirs : mine).filter(name => !from.includes(name))
  return inserted(kept, added, side === 'mine' ? theirs : mine)
}

/** Parts that one has removed and the other has changed. */
function lostOf({ from, mine, theirs }: NamedParts, names: readonly string[]): readonly string[] {
  const isChanged = (name: string, now: PartValue | undefined) =>
    now !== undefined && isDifferent([from.get(name)!], [now])
  return [...from.keys()].filter(
    name => !names.includes(name) && (isChanged(name, mine.get(name)) || isChanged(name, theirs.get(name))),
  )
}

/** With those of `more` that are in `order` and not there yet, each behind those that it stands behind in that order. */
function inserted(names: readonly string[], more: readonly string[], order: readonly string[]): readonly string[] {
  const result = [...names]
  for (const name of more) {
    if (!order.includes(name) || result.includes(name)) continue
    const before = order.slice(0, order.indexOf(name))
    result.splice(result.findLastIndex(other => before.includes(other)) + 1, 0, name)
  }
  return result
}
