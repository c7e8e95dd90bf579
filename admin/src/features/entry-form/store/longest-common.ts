/** The places of the longest list that both contain in this order. */
export function longestCommon(
  mine: readonly string[],
  theirs: readonly string[],
): readonly (readonly [number, number])[] {
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
