/** Several sets of ids in one array: `[end of set 0, end of set 1, ..., ids of set 0, ids of set 1, ...]`, each sorted. */

export type IdSets = Int32Array | Float64Array

const LARGEST_INT32 = 2 ** 31 - 1

/** The lists may contain ids more than once. */
export function packIds(lists: readonly (readonly number[])[]): IdSets {
  let size = lists.length
  for (const list of lists) size += list.length
  const packed = lists.every(fitsInt32) ? new Int32Array(size) : new Float64Array(size)
  let at = lists.length
  for (let set = 0; set < lists.length; set += 1) {
    at = addSorted(packed, at, lists[set]!)
    packed[set] = at
  }
  return at === size ? packed : packed.slice(0, at)
}

function fitsInt32(list: readonly number[]): boolean {
  for (const id of list) if (id > LARGEST_INT32 || id < -LARGEST_INT32) return false
  return true
}

/** Returns the place after the added ids. */
function addSorted(packed: IdSets, start: number, list: readonly number[]): number {
  let isSorted = true
  let last = Number.NEGATIVE_INFINITY
  let at = start
  for (const id of list) {
    packed[at] = id
    at += 1
    if (id <= last) isSorted = false
    last = id
  }
  if (isSorted) return at
  packed.subarray(start, at).sort()
  let end = start + 1
  for (let next = start + 1; next < at; next += 1) {
    const id = packed[next]!
    if (id === packed[end - 1]) continue
    packed[end] = id
    end += 1
  }
  return end
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
