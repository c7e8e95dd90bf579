/** The figure of a query, held against the limit. */
import { PopulusError } from '../../errors.ts'
import { type AnswerBounds, type AnswerPlan, type CostPart, estimateCost } from './estimate-cost.ts'
import type { TableStatistics } from './table-statistics.ts'

export interface CostLimits extends AnswerBounds {
  /** Most points that a query may cost. */
  readonly cost: number
}

/** The points that a plan costs. Throws when they are too many, and says what most of them are for. */
export function checkCost(plan: AnswerPlan, statistics: TableStatistics, limits: CostLimits): number {
  const parts = estimateCost(plan, statistics, limits)
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
