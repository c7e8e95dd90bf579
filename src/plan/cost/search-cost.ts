/** The cost of a search: looking up its words, and following the hits to their entries. */
import type { SearchPlan } from '../read/search/search-plan.ts'
import { rowsOf } from './link-fan-out.ts'
import { FOLLOWED_LINK, READ_ROW } from './prices.ts'
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
