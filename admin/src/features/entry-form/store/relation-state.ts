/** Changing a relation of which only the first entries are loaded, and what to send to the server for it. */
import type { RelationChange, RelationItem, RelationValue } from '../../../../../src/admin-api/content-api.ts'
import { type FormValue, NO_RELATION, type RelationState } from './form-value.ts'

type Connection = NonNullable<RelationChange['connect']>[number]

export function relationState({ count, items }: RelationValue): RelationState {
  return { count, loaded: items, items, removed: [] }
}

export function sameItem(one: RelationItem, other: RelationItem): boolean {
  return one.id === other.id && one.uid === other.uid
}

export const includes = (items: readonly RelationItem[], item: RelationItem) =>
  items.some(other => sameItem(item, other))

export function sameItems(one: readonly RelationItem[], other: readonly RelationItem[]): boolean {
  return one.length === other.length && one.every((item, index) => sameItem(item, other[index]!))
}

export function isRelation(value: FormValue | undefined): value is RelationState {
  return typeof value === 'object' && value !== null && 'loaded' in value && 'removed' in value
}

/** At the end. One that was taken out returns. */
export function connect(state: RelationState, item: RelationItem, multiple: boolean): RelationState {
  if (!multiple) {
    const items = [item]
    return { ...state, items, removed: state.loaded.filter(old => !sameItem(old, item)) }
  }
  if (includes(state.items, item)) return state
  return {
    ...state,
    items: [...state.items, item],
    removed: state.removed.filter(other => !sameItem(other, item)),
  }
}

export function disconnect(state: RelationState, item: RelationItem): RelationState {
  return {
    ...state,
    items: state.items.filter(other => !sameItem(other, item)),
    removed: includes(state.loaded, item) ? [...state.removed, item] : state.removed,
  }
}

export function move(state: RelationState, from: number, to: number): RelationState {
  const items = [...state.items]
  const [item] = items.splice(from, 1)
  if (item === undefined) return state
  items.splice(to, 0, item)
  return { ...state, items }
}

/** The next page. It comes before what was added, because the server puts new ones at the end. */
export function addPage(state: RelationState, page: readonly RelationItem[], count: number): RelationState {
  const fresh = page.filter(item => !includes(state.loaded, item))
  const known = state.items.filter(item => includes(state.loaded, item))
  const added = state.items.filter(item => !includes(state.loaded, item) && !includes(fresh, item))
  return { ...state, count, loaded: [...state.loaded, ...fresh], items: [...known, ...fresh, ...added] }
}

/** A related entry that was changed in place. */
export function refresh(state: RelationState, item: RelationItem): RelationState {
  const newest = (items: readonly RelationItem[]) => items.map(old => (sameItem(old, item) ? item : old))
  return { ...state, loaded: newest(state.loaded), items: newest(state.items) }
}

function isChanged({ loaded, items, removed }: RelationState): boolean {
  return removed.length > 0 || !sameItems(items, loaded)
}

/** How many are chosen, loaded or not. */
export function chosenCount({ count, loaded, items }: RelationState): number {
  return count - loaded.length + items.length
}

/** `undefined` if there is nothing to send. */
export function relationChange(state: RelationState): RelationChange | undefined {
  if (!isChanged(state)) return undefined
  const connections = isReordered(state) ? inThisOrder(state.items) : additions(state)
  return {
    ...(connections.length > 0 ? { connect: connections } : {}),
    ...(state.removed.length > 0 ? { disconnect: state.removed.map(reference) } : {}),
  }
}

/** Of a part that does not exist yet: everything is new. */
export function newRelation({ items }: RelationState): RelationChange | undefined {
  return items.length === 0 ? undefined : { connect: items.map(reference) }
}

/** The copy of a relation for a copied part. Nobody can put an entry somewhere that they may not read. */
export function copiedRelation({ items }: RelationState): RelationState {
  return { ...NO_RELATION, items: items.filter(({ readable }) => readable !== false) }
}

function isReordered({ loaded, items }: RelationState): boolean {
  const kept = items.filter(item => includes(loaded, item))
  const before = loaded.filter(item => includes(items, item))
  const lastKept = items.findLastIndex(item => includes(loaded, item))
  const firstNew = items.findIndex(item => !includes(loaded, item))
  const isMixed = firstNew >= 0 && firstNew < lastKept
  return isMixed || kept.some((item, index) => !sameItem(item, before[index]!))
}

function additions({ loaded, items }: RelationState): readonly Connection[] {
  return items.filter(item => !includes(loaded, item)).map(reference)
}

function inThisOrder(items: readonly RelationItem[]): readonly Connection[] {
  return items.map((item, index) => ({
    ...reference(item),
    position: index === 0 ? { start: true } : { after: items[index - 1]!.id },
  }))
}

function reference({ id, uid }: RelationItem): Connection {
  return uid === undefined ? { id } : { id, __type: uid }
}
