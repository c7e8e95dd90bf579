/** Which parts of two versions or of two locales belong together. */

import { longestCommon } from '../../../ui/diffs/longest-common.ts'
import type { FormStore } from './form-store.ts'
import type { PartReference } from './form-value.ts'

/**
 * The keys of the first list, each with its partner in the second. Parts of the same component belong together, in
 * their order:
 * - `quote, image, quote` and `quote, quote` pair the first and the last
 */
export function alignParts(
  mine: readonly PartReference[],
  theirs: readonly PartReference[],
): ReadonlyMap<string, string> {
  const known = aligned.get(mine)?.get(theirs)
  if (known !== undefined) return known
  const pairs = longestCommon(
    mine.map(({ component }) => component),
    theirs.map(({ component }) => component),
  )
  const result = new Map(pairs.map(([here, there]) => [mine[here]!.key, theirs[there]!.key]))
  const others = aligned.get(mine) ?? new WeakMap()
  aligned.set(mine, others.set(theirs, result))
  return result
}

/** Lists never change, so the answer for two of them is kept. Every field of a part asks for it. */
const aligned = new WeakMap<object, WeakMap<object, ReadonlyMap<string, string>>>()

/** The place in `theirs` of what is at a path of `mine`: `blocks.quote-3.text` is `blocks.quote-17.text` there. */
export function counterpart(mine: FormStore, theirs: FormStore, path: string): string | null {
  const [first = '', ...steps] = path.split('.')
  let here = first
  let there = first
  for (let index = 0; index + 1 < steps.length; index += 2) {
    const [key = '', name = ''] = steps.slice(index, index + 2)
    const other = alignParts(mine.parts(here), theirs.parts(there)).get(key)
    if (other === undefined) return null
    here = `${here}.${key}.${name}`
    there = `${there}.${other}.${name}`
  }
  return there
}
