/** Chooses how SQLite finds the rows of a list, because it has no statistics to choose by. PostgreSQL chooses by itself. */
import type { Model } from '../../schema/schema.ts'
import type { Condition } from '../read/conditions/condition.ts'
import type { OrderTerm, ReadPlan } from '../read/read-plan.ts'
import { mostPassing } from './condition-cost.ts'
import { FOLLOWED_LINK, fanOut, READ_ROW, rowsOf } from './prices.ts'
import type { TableStatistics } from './table-statistics.ts'

/** A row that is looked at in the order of its table. */
const SCANNED_ROW = 0.3
/** A link to a row that passes: looked up, and put into the list of what was found. */
const LISTED_LINK = 2
/** How many rows pass a comparison with one value, as far as one can know without looking. */
const EQUAL_SHARE = 0.1

/**
 * How the relations of a filter are followed: from each row to its related ones, or from the related rows that pass, which are
 * then read once. A list and its total do it the same way, because few rows may pass and all have to be tested to fill a page.
 */
export function chooseReads(
  { where, search }: Pick<ReadPlan, 'where' | 'search'>,
  model: Model,
  statistics: TableStatistics,
): Condition | null {
  // Where few rows are left to test, all of the related ones are too many.
  const leavesFew = search !== null || mostPassing(where) !== null
  return where === null || leavesFew || statistics.database !== 'sqlite' ? where : choose(where, model, statistics)
}

function choose(condition: Condition, model: Model, statistics: TableStatistics): Condition {
  if (condition.kind === 'all' || condition.kind === 'any')
    return { ...condition, items: condition.items.map(item => choose(item, model, statistics)) }
  if (condition.kind !== 'some') return condition
  const { attribute, target } = condition
  const rows = rowsOf(model, statistics)
  const related = fanOut(attribute, model, target, statistics)
  const all = rowsOf(target, statistics)
  const share = passingShare(condition.condition, all)
  const examined = Math.min(related, 1 / share)
  const fromEach = rows * (FOLLOWED_LINK + examined * READ_ROW)
  const once = all * SCANNED_ROW + related * rows * share * LISTED_LINK
  const chosen = { ...condition, condition: choose(condition.condition, target, statistics) }
  return once < fromEach ? { ...chosen, readOnce: true } : chosen
}

/** The expected share of the rows that pass. */
function passingShare(condition: Condition, all: number): number {
  const most = mostPassing(condition)
  if (most !== null) return Math.min(1, most / Math.max(1, all))
  switch (condition.kind) {
    case 'all':
      return Math.min(...condition.items.map(item => passingShare(item, all)))
    case 'any':
      return Math.min(
        1,
        condition.items.reduce((sum, item) => sum + passingShare(item, all), 0),
      )
    case 'some':
      return passingShare(condition.condition, all)
    case 'test': {
      const { test, negated } = condition
      if (negated) return 1
      if (test.kind === 'in') return Math.min(1, test.values.length * EQUAL_SHARE)
      const isNarrow =
        test.kind === 'like' || test.kind === 'search' || (test.kind === 'compare' && test.operator === '=')
      return isNarrow ? EQUAL_SHARE : 1
    }
    default:
      return 1
  }
}

// A sorted list is read in the order of an index, or the rows that pass are read first and then sorted. To follow an index, SQLite
// looks up each row on the way to those that pass, so few of them are found sooner by reading the table from its beginning to its end.

/** Whether few rows probably pass, as far as one can know without looking. */
export function findsFew(where: Condition | null): boolean {
  switch (where?.kind) {
    case 'all':
      return where.items.some(findsFew)
    case 'any':
      return where.items.every(findsFew)
    case 'some':
      return where.readOnce === true
    case 'test': {
      const { column, test, negated } = where
      if (negated) return false
      // `_q` looks for a part of a text in enumerations too, and hardly any has it.
      if (test.kind === 'like' || test.kind === 'search') return true
      const isBroad =
        column.kind === 'scalar' && (BROAD.includes(column.attribute.type) || column.attribute.name === 'locale')
      return !isBroad && (test.kind === 'in' || (test.kind === 'compare' && test.operator === '='))
    }
    case 'entry-id':
    case 'unknown':
      return true
    default:
      return false
  }
}

/** Many rows have the same of a few values. */
const BROAD = ['boolean', 'enumeration']

/** Whether an index for the order of the list has all that its condition compares. Then no row has to be looked up. */
export function comparesListed(where: Condition | null, order: readonly OrderTerm[]): boolean {
  switch (where?.kind) {
    case undefined:
      return true
    case 'all':
    case 'any':
      return where.items.every(item => comparesListed(item, order))
    case 'test': {
      const { column } = where
      if (column.kind === 'id' || LISTED.includes(column.attribute.name)) return true
      const [first] = order
      return first?.hops.length === 0 && first.column.kind === 'scalar' && first.column.attribute === column.attribute
    }
    case 'recorded':
      return true
    default:
      return false
  }
}

const LISTED = ['locale', 'publishedAt']
