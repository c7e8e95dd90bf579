/** The cost of a search: looking up its words, and following the hits to their entries. */
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
  return once * (search.terms.length + search.without.length)
}

/** The cost of reading the text of the entries again, and of finding the words in it. */
export function snippetsCost(search: SearchPlan | null, entries: number, statistics: TableStatistics): number {
  if (search === null || !search.snippets) return 0
  const isElsewhere = search.ways.some(({ hops }) => hops.length > 0)
  const each = search.ways.reduce((sum, { hops, model, attributes }) => {
    const scalars = attributes.map(({ attribute }) => attribute)
    const kilobytes = lengthOf({ model, scalars }, statistics) / 1000
    const rows = hops.length === 0 ? 1 : search.terms.length
    return sum + rows * (READ_ROW + kilobytes * (READ_KILOBYTE + SHOWN_KILOBYTE))
  }, 0)
  // Words elsewhere are looked up again, to find the rows that have them.
  return STATEMENT + (isElsewhere ? searchCost(search, statistics) : 0) + entries * each
}
