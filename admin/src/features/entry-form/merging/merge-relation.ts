/** Brings two versions of a relation together that both began with the same one. */
import type { RelationItem } from '../../../../../src/admin-api/content-api.ts'
import type { RelationState } from '../store/form-value.ts'
import { addPage, connect, disconnect, includes, sameItem, sameItems } from '../store/relation-state.ts'
import type { Side, Versions } from './versions.ts'

/** What was added and taken out here, on top of what the other person has. `undefined`: both chose another one. */
export function mergeRelations(
  { from, mine, theirs }: Versions<RelationState>,
  multiple: boolean,
  prefer: Side | undefined,
): RelationState | undefined {
  if (sameItems(from.items, mine.items)) return theirs
  if (multiple) return inMyOrder(changedLike(from, mine, theirs), from, mine)
  const isAsked = !sameItems(from.items, theirs.items) && !sameItems(mine.items, theirs.items)
  if (isAsked && prefer !== 'mine') return prefer === 'theirs' ? theirs : undefined
  const [item] = mine.items
  return item === undefined ? theirs.items.reduce(disconnect, theirs) : connect(theirs, item, false)
}

function changedLike(from: RelationState, mine: RelationState, theirs: RelationState): RelationState {
  // Pages that were loaded here are still there.
  const further = mine.loaded.filter(item => !includes(theirs.loaded, item))
  const base = addPage(theirs, further.slice(0, Math.max(0, theirs.count - theirs.loaded.length)), theirs.count)
  const removed = from.items.filter(item => !includes(mine.items, item) && includes(base.items, item))
  const added = mine.items.filter(item => !includes(from.items, item))
  return added.reduce((state, item) => connect(state, item, true), removed.reduce(disconnect, base))
}

/** The chosen ones change places among themselves, if they were moved here. */
function inMyOrder(state: RelationState, from: RelationState, mine: RelationState): RelationState {
  const isKept = (item: RelationItem) => includes(from.items, item) && includes(mine.items, item)
  const before = from.items.filter(isKept)
  const lastKept = mine.items.findLastIndex(isKept)
  const isMixed = mine.items.slice(0, lastKept + 1).some(item => !isKept(item))
  if (!isMixed && sameItems(before, mine.items.filter(isKept))) return state
  const place = (item: RelationItem) => mine.items.findIndex(other => sameItem(item, other))
  const sorted = state.items.filter(item => place(item) >= 0).toSorted((one, other) => place(one) - place(other))
  return { ...state, items: state.items.map(item => (place(item) >= 0 ? sorted.shift()! : item)) }
}
