/** The cost of sorting rows: every key of every row, plus the sorting itself. */

import type { Model } from '../../schema/schema.ts'
import type { OrderTerm } from '../read/read-plan.ts'
import { isColumn } from '../read/sort/is-column.ts'
import { kilobytesOf } from './condition-cost.ts'
import { fanOut, rowsOf } from './link-fan-out.ts'
import { SORT_PRICES, SORTED_ROW, TESTED_VALUE, TEXT_PRICES } from './prices.ts'
import type { TableStatistics } from './table-statistics.ts'

/** The cost for all `count` rows. */
export function orderCost(
  order: readonly OrderTerm[],
  model: Model,
  count: number,
  statistics: TableStatistics,
): number {
  if (order.length === 0) return 0
  const keys = order.reduce((sum, term) => sum + keyCost(term, model, statistics), 0)
  return count * (keys + SORTED_ROW * Math.log2(count + 1))
}

/** A key at the end of a path is searched for among all rows that the path reaches. */
export function keyCost(
  { hops, column }: Pick<OrderTerm, 'hops' | 'column'>,
  model: Model,
  statistics: TableStatistics,
): number {
  const { followed, found } = SORT_PRICES[statistics.database]
  let cost = TESTED_VALUE
  let reached = 1
  let from = model
  for (const { attribute, target } of hops) {
    const rows = reached * fanOut(attribute, from, target, statistics)
    cost += followed * Math.max(1, reached) + found * rows
    // A row that is reached several ways is followed only once.
    reached = Math.min(rows, rowsOf(target, statistics))
    from = target
  }
  if (!isColumn(column)) return cost
  return cost + reached * kilobytesOf(column, from, statistics) * TEXT_PRICES[statistics.database].opened
}
