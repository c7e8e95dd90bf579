/** Brings two versions of a list together that both began with the same one. */
import { longestCommon } from './longest-common.ts'

/** Longer lists are not compared: the table for all pairs would be too large. */
const MOST_PAIRS = 4_000_000

/**
 * The list with the changes of both, or `undefined` if both changed the same place. What both inserted at one place can stay, if
 * `keepsBoth` says so: theirs before mine.
 * - `a b c`, `a B c`, `a b c d` give `a B c d`
 */
export function mergeLists(
  from: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  keepsBoth = false,
): readonly string[] | undefined {
  if (from.length * Math.max(mine.length, theirs.length) > MOST_PAIRS) return undefined
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
      keepsBoth,
    )
    if (between === undefined) return undefined
    result.push(...between)
    if (!isEnd) result.push(from[place]!)
    start = { from: place + 1, mine: end.mine + 1, theirs: end.theirs + 1 }
  }
  return result
}

function mergePlace(
  from: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  keepsBoth: boolean,
): readonly string[] | undefined {
  if (isSame(mine, theirs) || isSame(from, theirs)) return mine
  if (isSame(from, mine)) return theirs
  return keepsBoth && from.length === 0 ? [...theirs, ...mine] : undefined
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}
