/** Takes one change of a value back, and leaves what others have done to the value since. */
import type { FileValue, RelationItem } from '../../../../../src/admin-api/content-api.ts'
import type { AttributeInfo } from '../../../../../src/admin-api/schema-api.ts'
import { mergeValue } from '../merging/three-way.ts'
import {
  type ComponentAttributes,
  type FormValue,
  isParts,
  NO_RELATION,
  type PartReference,
  type RelationState,
} from './form-value.ts'

/** A value at its path: parts are listed, and their values have paths of their own. */
export type StoredValue = FormValue | readonly PartReference[]

interface Way<Value> {
  readonly from: Value
  readonly to: Value
}

/** `undefined` if the value is no longer what it was changed to. */
export function rewound(
  attribute: AttributeInfo | undefined,
  now: StoredValue,
  { from, to }: Way<StoredValue>,
  components: ComponentAttributes,
): StoredValue | undefined {
  if (attribute === undefined) return undefined
  if (isParts(attribute)) return rewoundList<PartReference>(now, { from, to }, ({ key }) => key)
  if (attribute.type === 'media') return rewoundList<FileValue>(now, { from, to }, ({ id }) => String(id))
  if (attribute.type === 'relation')
    return rewoundRelation(...([now, from, to].map(value => value ?? NO_RELATION) as [Related, Related, Related]))
  const versions = { from: from as FormValue, mine: to as FormValue, theirs: now as FormValue }
  return mergeValue(attribute, versions, { components })
}

type Related = RelationState

/** What the server has stays as it is: it may have been saved in between. */
function rewoundRelation(now: Related, from: Related, to: Related): RelationState {
  const items = rewoundList<RelationItem>(now.items, { from: from.items, to: to.items }, nameOf)
  const names = new Set(items.map(nameOf))
  return { ...now, items, removed: now.loaded.filter(item => !names.has(nameOf(item))) }
}

function nameOf({ uid, id }: RelationItem): string {
  return `${uid ?? ''} ${id}`
}

/** What was added goes, what was removed returns behind the one before it, and what was moved has its old order again. */
function rewoundList<Item>(now: unknown, way: Way<unknown>, name: (item: Item) => string): readonly Item[] {
  const [current, from, to] = [now, way.from, way.to].map(value => (value ?? []) as readonly Item[])
  const [there, wanted] = [new Set(from!.map(name)), new Set(to!.map(name))]
  const kept = current!.filter(item => wanted.has(name(item)) || !there.has(name(item)))
  const isCommon = (item: Item) => there.has(name(item)) && wanted.has(name(item))
  const ordered = inOrder(kept, isCommon, to!.map(name), name)
  for (const [index, item] of to!.entries()) {
    if (there.has(name(item)) || ordered.some(other => name(other) === name(item))) continue
    const before = to!.slice(0, index).map(name)
    ordered.splice(ordered.findLastIndex(other => before.includes(name(other))) + 1, 0, item)
  }
  return ordered
}

/** Those that `isCommon` says change places among themselves. */
function inOrder<Item>(
  items: readonly Item[],
  isCommon: (item: Item) => boolean,
  order: readonly string[],
  name: (item: Item) => string,
): Item[] {
  const sorted = items.filter(isCommon).toSorted((one, other) => order.indexOf(name(one)) - order.indexOf(name(other)))
  return items.map(item => (isCommon(item) ? sorted.shift()! : item))
}
