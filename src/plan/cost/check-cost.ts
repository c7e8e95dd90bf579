/** Checks the cost of a query against the limit. */
import { PopulusError } from '../../errors.ts'
import { type AnswerBounds, type AnswerPlan, type CostPart, estimateCost } from './estimate-cost.ts'
import type { TableStatistics } from './table-statistics.ts'

export interface CostLimits extends AnswerBounds {
  /** The maximum cost of a query, in points. */
  readonly cost: number
}

/** Returns the cost of a plan in points. Throws if it is too high. */
export function checkCost(plan: AnswerPlan, statistics: TableStatistics, limits: CostLimits): number {
  return checkParts(estimateCost(plan, statistics, limits), limits)
}

/** The sum of the parts. The error names the part that costs most. */
export function checkParts(parts: readonly CostPart[], limits: CostLimits): number {
  const cost = Math.round(parts.reduce((sum, { points }) => sum + points, 0))
  if (cost <= limits.cost) return cost
  const { name, points } = dearestOf(parts)
  const share = Math.round((100 * points) / cost)
  throw new PopulusError('tooExpensive', { cost, limit: limits.cost, share, part: name })
}

function dearestOf(parts: readonly CostPart[]): CostPart {
  const sums = new Map<string, number>()
  for (const { name, points } of parts) sums.set(name, (sums.get(name) ?? 0) + points)
  const [first] = [...sums].sort(([, a], [, b]) => b - a)
  const [name, points] = first!
  return { name, points }
}
