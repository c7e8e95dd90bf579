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

/** The whole numbers from 0 to below `count` in random order, none twice. It remembers only what has moved, so `count` may be large. */
export function* drawn(count, seed) {
  const pick = seededPick(seed)
  const moved = new Map()
  for (let last = count - 1; last >= 0; last--) {
    const place = pick(last + 1)
    yield moved.get(place) ?? place
    moved.set(place, moved.get(last) ?? last)
    moved.delete(last)
  }
}
