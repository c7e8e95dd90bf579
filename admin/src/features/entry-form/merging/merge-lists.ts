/** Brings two versions of a list together that both began with the same one. */
import { longestCommon, pairsBetween } from '../../../ui/diffs/longest-common.ts'
import type { Side } from './versions.ts'

/** Longer lists are not compared: the table for all pairs would be too large. */
const MOST_PAIRS = 4_000_000

export interface ListRules {
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
  const inMine = new Map(longestCommon(from, mine))
  const inTheirs = new Map(longestCommon(from, theirs))
  const result: string[] = []
  let start = { from: 0, mine: 0, theirs: 0 }
  for (let place = 0; place <= from.length; place += 1) {
    const isEnd = place === from.length
    const end = {
      from: place,
      mine: isEnd ? mine.length : inMine.get(place),
      theirs: isEnd ? theirs.length : inTheirs.get(place),
    }
    if (end.mine === undefined || end.theirs === undefined) continue
    const between = mergePlace(
      from.slice(start.from, end.from),
      mine.slice(start.mine, end.mine),
      theirs.slice(start.theirs, end.theirs),
      rules,
    )
    if (between === undefined) return undefined
    for (const item of between) result.push(item)
    if (!isEnd) result.push(from[place]!)
    start = { from: place + 1, mine: end.mine + 1, theirs: end.theirs + 1 }
  }
  return result
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
