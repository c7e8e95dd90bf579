/**
 * How many rows of a list pass up to each of some places, so that a page of a list that was asked for before is found without going
 * through all rows again. Columns never change: what was counted in some holds as long as they are kept.
 */
import type { Span } from './spans.ts'

/** The number of rows between two places. */
export const STRETCH = 4096
/** So many lists are remembered of the rows of a table. */
const MOST_LISTS = 16

const byIds = new WeakMap<Int32Array, Map<string, StretchCounts>>()
const numbered = new WeakMap<Int32Array, number>()
let lastNumber = 0

/** How many rows pass before each stretch, and before its end. Counted from the first one on, as far as somebody needed it. */
export interface StretchCounts {
  readonly counts: Int32Array
  /** So many stretches have been counted. */
  known: number
}

export interface CountedList {
  readonly ids: Int32Array
  readonly rows: Int32Array | null
  readonly backwards: boolean
}

/** What `begin` returns, or has returned for the same list. */
export function rememberedCounts(
  { ids, rows, backwards }: CountedList,
  spans: readonly Span[],
  begin: () => StretchCounts,
): StretchCounts {
  const lists = byIds.get(ids) ?? new Map<string, StretchCounts>()
  byIds.set(ids, lists)
  const tests = spans.map(({ numbers, low, high }) => `${numberOf(numbers)}:${low}:${high}`)
  const key = `${numberOf(rows ?? ids)} ${backwards} ${tests.join()}`
  const counts = lists.get(key) ?? begin()
  // The list that was asked for last is the last one.
  lists.delete(key)
  lists.set(key, counts)
  if (lists.size > MOST_LISTS) lists.delete(lists.keys().next().value!)
  return counts
}

function numberOf(column: Int32Array): number {
  const known = numbered.get(column)
  if (known !== undefined) return known
  lastNumber += 1
  numbered.set(column, lastNumber)
  return lastNumber
}
