/** What it costs to test the rows of a table: for each row, and once for the whole statement. */
import type { Model } from '../../schema/schema.ts'
import type { ColumnRef, Condition, Test } from '../read/condition.ts'
import { wildcardsIn } from './check-pattern.ts'
import { fanOut, rowsOf } from './link-fan-out.ts'
import { COMPARED_KILOBYTE, FOLLOWED_LINK, LISTED_VALUE, READ_ROW, TESTED_VALUE, WILDCARD_KILOBYTE } from './prices.ts'
import type { TableStatistics } from './table-statistics.ts'

export interface ConditionCost {
  readonly each: number
  readonly once: number
}

/** Relations within relations that are looked up for each row; deeper ones are read once (`sql/compile-condition`). */
const MOST_CORRELATED = 3

export function conditionCost(
  condition: Condition | null,
  model: Model,
  statistics: TableStatistics,
  depth = 0,
): ConditionCost {
  if (condition === null) return { each: 0, once: 0 }
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const costs = condition.items.map(item => conditionCost(item, model, statistics, depth))
      return {
        each: costs.reduce((sum, { each }) => sum + each, 0),
        once: costs.reduce((sum, { once }) => sum + once, 0),
      }
    }
    case 'test':
      return { each: testCost(condition.column, condition.test, model, statistics), once: 0 }
    case 'some': {
      const { attribute, target } = condition
      const inner = conditionCost(condition.condition, target, statistics, depth + 1)
      const found = fanOut(attribute, model, target, statistics)
      if (depth < MOST_CORRELATED) return { each: FOLLOWED_LINK + found * (READ_ROW + inner.each), once: inner.once }
      const links = Math.max(rowsOf(target, statistics), found * rowsOf(model, statistics))
      return { each: TESTED_VALUE, once: inner.once + links * (READ_ROW + inner.each) }
    }
    case 'entry-id':
    case 'unknown':
      return { each: 0, once: 0 }
    default:
      return condition satisfies never
  }
}

function testCost(column: ColumnRef, test: Test, { table }: Model, statistics: TableStatistics): number {
  if (test.kind === 'in') return TESTED_VALUE + test.values.length * LISTED_VALUE
  if (test.kind !== 'like' && test.kind !== 'search') return TESTED_VALUE
  const stored = column.kind === 'scalar' ? column.attribute.column : null
  const width = table === null || stored === null ? 0 : statistics.width(table, stored)
  const first = test.pattern.indexOf('%')
  // What begins with a plain text is compared with the beginning of a value.
  if (first !== 0) return TESTED_VALUE
  const kilobyte = COMPARED_KILOBYTE + WILDCARD_KILOBYTE * wildcardsIn(test.pattern.slice(1, -1))
  return TESTED_VALUE + (width / 1000) * kilobyte
}

/** The most rows that pass a condition on ids or unique values; `null` where it says nothing about their number. */
export function mostPassing(condition: Condition | null): number | null {
  if (condition === null) return null
  switch (condition.kind) {
    case 'entry-id':
      return 1
    case 'unknown':
      return 0
    case 'all': {
      const counts = condition.items.map(mostPassing).filter(count => count !== null)
      return counts.length === 0 ? null : Math.min(...counts)
    }
    case 'test': {
      const { column, test, negated } = condition
      if (negated || !(column.kind === 'id' || column.attribute.unique)) return null
      if (test.kind === 'in') return test.values.length
      return test.kind === 'compare' && test.operator === '=' ? 1 : null
    }
    default:
      return null
  }
}
