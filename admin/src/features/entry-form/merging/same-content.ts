/** Whether two values say the same, whatever ids and keys their parts have. */
import {
  type FormValue,
  isFileList,
  isPartList,
  type PartValue,
  type RelationState,
  sameFiles,
  sameValue,
} from '../store/form-value.ts'
import { chosenCount, isRelation, sameItems } from '../store/relation-state.ts'

/**
 * A part that was sent as a new one has an id in the answer, and a relation that was changed has no changes left.
 * - `[quote without id: "a"]` and `[quote 17: "a"]` are the same
 */
export function isSameContent(one: FormValue | undefined, other: FormValue | undefined): boolean {
  const [first, second] = [one ?? null, other ?? null]
  if (isRelation(first) || isRelation(second))
    return isRelation(first) && isRelation(second) && isSameRelation(first, second)
  if (isPartList(first) && isPartList(second))
    return first.length === second.length && first.every((part, index) => isSamePart(part, second[index]!))
  if (isFileList(first) && isFileList(second)) return sameFiles(first, second)
  return sameValue(first, second)
}

export function isSamePart(one: PartValue, other: PartValue): boolean {
  const names = new Set([...Object.keys(one.values), ...Object.keys(other.values)])
  return (
    one.component === other.component && [...names].every(name => isSameContent(one.values[name], other.values[name]))
  )
}

/** As far as both are loaded. */
function isSameRelation(one: RelationState, other: RelationState): boolean {
  const length = Math.min(one.items.length, other.items.length)
  return chosenCount(one) === chosenCount(other) && sameItems(one.items.slice(0, length), other.items.slice(0, length))
}
