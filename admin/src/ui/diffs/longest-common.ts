/** The places of the longest list that both contain in this order. */
export function longestCommon(
  mine: readonly string[],
  theirs: readonly string[],
): readonly (readonly [number, number])[] {
  const start = commonStart(mine, theirs)
  const end = commonEnd(mine, theirs, start)
  const middle = longestBetween(mine.slice(start, mine.length - end), theirs.slice(start, theirs.length - end))
  return [
    ...Array.from({ length: start }, (_, index) => [index, index] as const),
    ...middle.map(([here, there]) => [here + start, there + start] as const),
    ...Array.from({ length: end }, (_, index) => [mine.length - end + index, theirs.length - end + index] as const),
  ]
}

/** How much there is to compare: what both begin and end with costs nothing. */
export function pairsBetween(mine: readonly string[], theirs: readonly string[]): number {
  const start = commonStart(mine, theirs)
  const end = start + commonEnd(mine, theirs, start)
  return (mine.length - end) * (theirs.length - end)
}

function commonStart(mine: readonly string[], theirs: readonly string[]): number {
  const most = Math.min(mine.length, theirs.length)
  let count = 0
  while (count < most && mine[count] === theirs[count]) count += 1
  return count
}

function commonEnd(mine: readonly string[], theirs: readonly string[], start: number): number {
  const most = Math.min(mine.length, theirs.length) - start
  let count = 0
  while (count < most && mine[mine.length - 1 - count] === theirs[theirs.length - 1 - count]) count += 1
  return count
}

function longestBetween(mine: readonly string[], theirs: readonly string[]): readonly (readonly [number, number])[] {
  const width = theirs.length + 1
  const lengths = new Uint32Array((mine.length + 1) * width)
  for (let here = mine.length - 1; here >= 0; here -= 1)
    for (let there = theirs.length - 1; there >= 0; there -= 1)
      lengths[here * width + there] =
        mine[here] === theirs[there]
          ? lengths[(here + 1) * width + there + 1]! + 1
          : Math.max(lengths[(here + 1) * width + there]!, lengths[here * width + there + 1]!)
  const pairs: (readonly [number, number])[] = []
  let here = 0
  let there = 0
  while (here < mine.length && there < theirs.length) {
    if (mine[here] === theirs[there]) {
      pairs.push([here, there])
      here += 1
      there += 1
    } else if (lengths[(here + 1) * width + there]! >= lengths[here * width + there + 1]!) here += 1
    else there += 1
  }
  return pairs
}
