/** The cost of a search: looking up its words, and following the hits to their entries. */
import type { Model } from '../../schema/schema.ts'
import type { SearchPlan } from '../read/search/search-plan.ts'
import { rowsOf } from './link-fan-out.ts'
import { FOLLOWED_LINK, READ_KILOBYTE, READ_ROW, SHOWN_KILOBYTE, STATEMENT } from './prices.ts'
import { lengthOf } from './shown-rows.ts'
import type { TableStatistics } from './table-statistics.ts'

/** The part of all rows that a word is expected to find. How many it really finds is not known before. */
export const FOUND_SHARE = 0.02
/** Looking up one word in one place. */
const LOOKED_UP = 20

export function searchCost(search: SearchPlan | null, statistics: TableStatistics): number {
  if (search === null) return 0
  const once = search.ways.reduce((sum, { hops, model }) => {
    const found = rowsOf(model, statistics) * FOUND_SHARE
    return sum + LOOKED_UP + found * (READ_ROW + hops.length * FOLLOWED_LINK)
  }, 0)
  return once * search.terms.length
}

/** The cost of reading the text of the entries again, and of finding the words in it. */
export function snippetsCost(
  search: SearchPlan | null,
  model: Model,
  entries: number,
  statistics: TableStatistics,
): number {
  if (search === null || search.snippets === null) return 0
  const kilobytes = lengthOf({ model, scalars: search.snippets }, statistics) / 1000
  return STATEMENT + entries * (READ_ROW + kilobytes * (READ_KILOBYTE + SHOWN_KILOBYTE))
}
