/** Numbers that look random and are the same in every run (mulberry32). */
function seededRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Gives a function that picks a whole number from 0 to below `count`. */
export function seededPick(seed) {
  const random = seededRandom(seed)
  return count => Math.floor(random() * count)
}
