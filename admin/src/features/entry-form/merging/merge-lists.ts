/** Brings two versions of a list together that both began with the same one. */
import { longestCommon, pairsBetween } from '../../../ui/diffs/longest-common.ts'
import type { Side } from './versions.ts'

/** Longer lists are not compared: the table for all pairs would be too large. */
const MOST_PAIRS = 4_000_000

export interface ListRules {
  /** What is beside a change is another place: items are paragraphs, files or parts, not lines of one paragraph. */
  readonly apart?: boolean
  /** What both inserted at one place stays: theirs before mine. */
  readonly keepsBoth?: boolean
  readonly prefer?: Side | undefined
}

/**
 * The list with the changes of both, or `undefined` if both changed the same place and no side is preferred.
 * - `a b c`, `a B c`, `a b c d` give `a B c d`
 */
export function mergeLists(
  from: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  rules: ListRules = {},
): readonly string[] | undefined {
  if (Math.max(pairsBetween(from, mine), pairsBetween(from, theirs)) > MOST_PAIRS)
    return mergePlace(from, mine, theirs, { prefer: rules.prefer })
  const own = new Places(from, mine)
  const other = new Places(from, theirs)
  const result: string[] = []
  let start = { from: 0, mine: 0, theirs: 0 }
  const add = (end: typeof start) => {
    const slice = (list: readonly string[], side: keyof typeof start) => list.slice(start[side], end[side])
    const place = mergePlace(slice(from, 'from'), slice(mine, 'mine'), slice(theirs, 'theirs'), rules)
    start = end
    for (const item of place ?? []) result.push(item)
    return place !== undefined
  }
  for (let gap = 0; gap <= from.length; gap += 1) {
    const [before, after] = [own.at(gap), other.at(gap)]
    if (before === undefined || after === undefined) continue
    const isKept = (item: number) => rules.apart === true || (own.keeps(item) && other.keeps(item))
    const isMerged =
      (!isKept(gap - 1) || add({ from: gap, mine: before[0], theirs: after[0] })) &&
      (!isKept(gap) || add({ from: gap, mine: before[1], theirs: after[1] }))
    if (!isMerged) return undefined
  }
  return result
}

/** Where the gaps between the items of a list are in a version of it. */
class Places {
  readonly #kept: ReadonlyMap<number, number>
  readonly #from: number
  readonly #length: number

  constructor(from: readonly string[], version: readonly string[]) {
    this.#kept = new Map(longestCommon(from, version))
    this.#from = from.length
    this.#length = version.length
  }

  /** What was inserted into the gap before an item, from and to; `undefined` if the items on both sides of it are gone. */
  at(gap: number): readonly [number, number] | undefined {
    const before = gap === 0 ? -1 : this.#kept.get(gap - 1)
    const after = gap === this.#from ? this.#length : this.#kept.get(gap)
    const start = before === undefined ? after : before + 1
    return start === undefined ? undefined : [start, after ?? start]
  }

  /** Whether an item is still there, also for the two ends of the list. */
  keeps(item: number): boolean {
    return item === -1 || item === this.#from || this.#kept.has(item)
  }
}

function mergePlace(
  from: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  { keepsBoth = false, prefer }: ListRules,
): readonly string[] | undefined {
  if (isSame(mine, theirs) || isSame(from, theirs)) return mine
  if (isSame(from, mine)) return theirs
  if (keepsBoth && from.length === 0) return [...theirs, ...mine]
  return prefer === undefined ? undefined : prefer === 'mine' ? mine : theirs
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}
