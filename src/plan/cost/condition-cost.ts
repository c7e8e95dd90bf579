/** The cost of testing the rows of a table. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { Model } from '../../schema/schema.ts'
import { type ColumnRef, type Condition, combine, isReadOnceOnSqlite, type Test } from '../read/conditions/condition.ts'
import type { EntryPlan, LinkPlan, ReadPlan } from '../read/read-plan.ts'
import {
  FOLLOWED_LINK,
  fanOut,
  JOINED_ROW,
  LISTED_VALUE,
  READ_ROW,
  rowsOf,
  TESTED_VALUE,
  TEXT_PRICES,
} from './prices.ts'
import type { TableStatistics } from './table-statistics.ts'

/** A `%` is searched for once per value; the part after a `_` is tried again at every position. */
const PERCENT_SIGN = 0.3

type Some = Pick<Extract<Condition, { kind: 'some' }>, 'attribute' | 'target' | 'visible' | 'condition'>

/** The cost for all `count` rows. */
export function conditionCost(
  condition: Condition | null,
  model: Model,
  count: number,
  statistics: TableStatistics,
  depth = 0,
): number {
  if (condition === null) return 0
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.items.reduce((sum, item) => sum + conditionCost(item, model, count, statistics, depth), 0)
    case 'test':
      return count * testCost(condition.column, condition.test, model, statistics)
    case 'some':
    case 'none':
      return relatedCost(condition, model, count, statistics, depth)
    case 'count':
      return countCost(condition, model, count, statistics, depth)
    case 'recorded':
      return count * TESTED_VALUE
    case 'entry-id':
    case 'unknown':
      return 0
    default:
      return condition satisfies never
  }
}

/** Either the related rows of each row are examined, or all related rows are read once. */
function relatedCost(
  { attribute, target, visible, condition: asked }: Some,
  model: Model,
  count: number,
  statistics: TableStatistics,
  depth: number,
): number {
  // Whether a row is a draft costs next to nothing; the rules of a project may follow relations.
  const condition = visible === null || visible.kind === 'test' ? asked : combine('all', [visible, asked])!
  const all = rowsOf(target, statistics)
  const related = fanOut(attribute, model, target, statistics)
  // Rows named by their id need not be searched for among the others.
  const sought = Math.min(all, mostPassing(condition) ?? all)
  const found = count * Math.min(related, sought)
  const links = Math.max(all, related * rowsOf(model, statistics)) * (sought / Math.max(1, all))
  const isPostgres = statistics.database === 'postgres'
  const isReadOnce = isPostgres ? found > links : isReadOnceOnSqlite(attribute, depth)
  if (!isReadOnce)
    return count * FOLLOWED_LINK + found * READ_ROW + conditionCost(condition, target, found, statistics, depth + 1)
  // PostgreSQL tests the rows before it joins them.
  const tested = isPostgres ? sought : links
  const joined = links * JOINED_ROW[statistics.database]
  return count * TESTED_VALUE + joined + conditionCost(condition, target, tested, statistics, depth + 1)
}

/** The related rows of each row are counted. */
function countCost(
  { attribute, target, visible }: Pick<Some, 'attribute' | 'target' | 'visible'>,
  model: Model,
  count: number,
  statistics: TableStatistics,
  depth: number,
): number {
  const found = count * fanOut(attribute, model, target, statistics)
  return count * FOLLOWED_LINK + found * READ_ROW + conditionCost(visible, target, found, statistics, depth + 1)
}

function testCost(column: ColumnRef, test: Test, model: Model, statistics: TableStatistics): number {
  const kilobytes = kilobytesOf(column, model, statistics)
  const prices = TEXT_PRICES[statistics.database]
  const opened = TESTED_VALUE + kilobytes * prices.opened
  if (test.kind === 'in') return opened + test.values.length * LISTED_VALUE
  if (test.kind !== 'like' && test.kind !== 'search') return opened
  // A pattern that starts with plain text is compared only with the beginning of a value.
  if (!test.pattern.startsWith('%')) return opened
  const compared = test.kind === 'search' ? prices.searched : test.ignoreCase ? prices.ignoringCase : prices.compared
  return opened + kilobytes * (compared + prices.wildcard * weightOf(test.pattern.slice(1, -1)))
}

function weightOf(pattern: string): number {
  const percentSigns = pattern.split('%').length - 1
  const underscores = pattern.split('_').length - 1
  return underscores + percentSigns * PERCENT_SIGN
}

/** The length of a value in the column, in thousands of characters. */
export function kilobytesOf(column: ColumnRef, { table }: Model, statistics: TableStatistics): number {
  const stored = column.kind === 'scalar' ? column.attribute.column : null
  return table === null || stored === null ? 0 : statistics.width(table, stored) / 1000
}

/**
 * The maximum number of rows that pass a condition on ids or unique values; `null` if the condition does not limit the
 * number.
 */
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
      if (negated || !(column.kind === 'id' || column.attribute.unique || column.attribute.type === 'uid')) return null
      if (test.kind === 'in') return test.values.length
      return test.kind === 'compare' && test.operator === '=' ? 1 : null
    }
    default:
      return null
  }
}

// How many rows of a plan will be shown, and how long they are.

/** The rows of the list, or the one entry. */
export function answerRows(
  { entry, where, page, envelope }: Pick<ReadPlan, 'entry' | 'where' | 'page' | 'envelope'>,
  statistics: TableStatistics,
): number {
  const all = rowsOf(entry.model, statistics)
  const passing = Math.min(all, mostPassing(where) ?? all)
  if (envelope === 'entry' || envelope === 'flat-entry') return Math.min(passing, 1)
  if (page === null) return passing
  return Math.min(passing, page.kind === 'page' ? page.pageSize : page.limit)
}

/** The related rows that are shown of each parent that has `related` of them. */
export function keptRows({ slice, where }: Pick<LinkPlan, 'slice' | 'where'>, related: number): number {
  return Math.min(related, slice?.limit ?? related, mostPassing(where) ?? related)
}

/** Assumes that blocks are spread over the components in proportion to the sizes of their tables. */
export function variantShares(
  related: number,
  models: readonly Model[],
  statistics: TableStatistics,
): readonly number[] {
  const all = models.reduce((sum, model) => sum + rowsOf(model, statistics), 0)
  return models.map(model => (all === 0 ? 0 : (related * rowsOf(model, statistics)) / all))
}

const SHORT_VALUE = 15

/** The length of a row's own values, in characters. */
export function lengthOf(
  { model, scalars }: Pick<EntryPlan, 'model' | 'scalars'>,
  statistics: TableStatistics,
): number {
  return scalars.reduce((sum, { name, type, column }) => {
    const isText = column !== null && model.table !== null && isWide(type)
    return sum + name.length + (isText ? statistics.width(model.table, column) : SHORT_VALUE)
  }, SHORT_VALUE)
}

/** Whether values of a type may be long. */
export function isWide(type: EntryPlan['scalars'][number]['type']): boolean {
  const { output } = ATTRIBUTE_TYPES[type]
  return output === 'string' || output === 'json'
}
