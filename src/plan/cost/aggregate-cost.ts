/** Estimates the cost of an aggregate: every entry that counts is read, and each of its values that is used. */
import type { AggregatePlan } from '../aggregate/aggregate-plan.ts'
import { conditionCost, mostPassing } from './condition-cost.ts'
import { type CostPart, FOUND_SHARE, keyCost, searchCost } from './estimate-cost.ts'
import { READ_ROW, rowsOf, SHOWN_ENTRY, SORTED_ROW, STATEMENT } from './prices.ts'
import type { TableStatistics } from './table-statistics.ts'

export function aggregateCost(
  { type, where, search, groups, measures, page }: Omit<AggregatePlan, 'cost'>,
  statistics: TableStatistics,
): readonly CostPart[] {
  const all = rowsOf(type, statistics)
  const found = search === null ? all : all * FOUND_SHARE
  const passing = Math.min(found, mostPassing(where) ?? all)
  const valuesCost = (used: readonly { readonly value: Parameters<typeof keyCost>[0] }[]) =>
    passing * used.reduce((sum, { value }) => sum + keyCost(value, type, statistics), 0)
  const size = page === null ? 1 : page.kind === 'page' ? page.pageSize : page.limit
  const sorted = groups.length === 0 ? 0 : passing * SORTED_ROW * Math.log2(passing + 1)
  return [
    { name: 'search', points: searchCost(search, statistics) },
    { name: 'filters', points: conditionCost(where, type, passing, statistics) },
    { name: 'the list', points: STATEMENT + passing * READ_ROW },
    { name: 'groupBy', points: valuesCost(groups) + sorted },
    { name: 'the computed values', points: valuesCost(measures) },
    { name: 'the length of the answer', points: Math.min(passing, size) * SHOWN_ENTRY },
  ]
}
