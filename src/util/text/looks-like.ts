/** Tells a misspelled name from a name that means something else. */
import { editDistance } from './nearest-name.ts'

/**
 * Returns the known name that `name` looks like: equal except for case, `$`, `_`, `-` and a plural `s`, or with the same
 * first letter and few letters different (one in names of up to five letters, two in longer ones).
 * - `looksLike('filter', ['filters'])` is `'filters'`, as it is for `Filters` and `fliters`
 * - `looksLike('utm_source', ['sort'])` is `undefined`
 */
export function looksLike(name: string, known: Iterable<string>): string | undefined {
  const plain = plainName(name)
  if (plain === '') return undefined
  const most = plain.length <= 2 ? 0 : plain.length <= 5 ? 1 : 2
  let best: string | undefined
  let least = most + 1
  for (const candidate of known) {
    const other = plainName(candidate)
    const distance = plain === other ? 0 : plain[0] === other[0] ? editDistance(plain, other, least) : least
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[$_-]/g, '')
    .replace(/(?<=...)s$/, '')
}
