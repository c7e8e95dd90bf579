/** Several sets of ids in one array: `[end of set 0, end of set 1, ..., ids of set 0, ids of set 1, ...]`, each sorted. */

export type IdSets = Int32Array | Float64Array

const LARGEST_INT32 = 2 ** 31 - 1

/** The lists may contain ids more than once. */
export function packIds(lists: readonly (readonly number[])[]): IdSets {
  let size = lists.length
  let fits = true
  const sorted = lists.map(list => {
    const ids = sortedOnce(list)
    size += ids.length
    if (ids.length > 0 && (ids.at(-1)! > LARGEST_INT32 || ids[0]! < -LARGEST_INT32)) fits = false
    return ids
  })
  const packed = fits ? new Int32Array(size) : new Float64Array(size)
  let at = lists.length
  for (const [index, ids] of sorted.entries()) {
    packed.set(ids, at)
    at += ids.length
    packed[index] = at
  }
  return packed
}

function sortedOnce(list: readonly number[]): readonly number[] {
  let isSorted = true
  for (let index = 1; isSorted && index < list.length; index += 1) isSorted = list[index - 1]! < list[index]!
  if (isSorted) return list
  const ids = [...list].sort((one, other) => one - other)
  return ids.filter((id, index) => index === 0 || id !== ids[index - 1])
}

/** `count` is the number of sets. */
export function hasId(sets: IdSets, count: number, set: number, id: number): boolean {
  let low = set === 0 ? count : sets[set - 1]!
  let high = sets[set]! - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = sets[middle]!
    if (found === id) return true
    if (found < id) low = middle + 1
    else high = middle - 1
  }
  return false
}

/** The sets without any ids. */
export const NO_IDS: IdSets = new Int32Array(0)
