/** What of a text has to be replaced to make another one of it, line by line: the rest, and whoever writes there, is left alone. */
import { longestCommon, pairsBetween } from './longest-common.ts'

export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** Above this, what lies between the first and the last difference is replaced. */
const MOST_PAIRS = 4_000_000

/** - `a⏎b⏎c` and `a⏎B⏎c`: from 2 to 4, insert `B⏎` */
export function textChanges(before: string, after: string): readonly TextChange[] {
  const [old, fresh] = [before, after].map(text => text.split(/(?<=\n)/)) as [string[], string[]]
  const changes: TextChange[] = []
  let [from, to, here, there] = [0, 0, 0, 0]
  for (const [same, other] of [...commonLines(old, fresh), [old.length, fresh.length] as const]) {
    for (; here < same; here += 1) to += old[here]!.length
    const insert = fresh.slice(there, other).join('')
    if (to > from || insert !== '') changes.push({ from, to, insert })
    from = to + (old[same]?.length ?? 0)
    to = from
    here = same + 1
    there = other + 1
  }
  return changes
}

function commonLines(old: readonly string[], fresh: readonly string[]): readonly (readonly [number, number])[] {
  return pairsBetween(old, fresh) > MOST_PAIRS ? [] : longestCommon(old, fresh)
}

/** Where a place of the text is after the changes. */
export function movedPlace(place: number, changes: readonly TextChange[]): number {
  let moved = place
  for (const { from, to, insert } of changes) {
    if (from >= place) break
    moved += to <= place ? insert.length - (to - from) : from + insert.length - place
  }
  return Math.max(0, moved)
}
