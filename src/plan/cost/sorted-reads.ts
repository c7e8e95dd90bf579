/**
 * How SQLite reads a sorted list: in the order of an index, or the rows that pass first, which are then sorted. It has no
 * statistics to choose by. To follow an index, it looks up each row on the way to those that pass, so few of them are
 * found sooner by reading the table from its beginning to its end. PostgreSQL chooses by itself.
 */
import type { Condition } from '../read/conditions/condition.ts'
import type { OrderTerm } from '../read/read-plan.ts'

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
      const isBroad =
        column.kind === 'scalar' && (BROAD.includes(column.attribute.type) || column.attribute.name === 'locale')
      return !negated && !isBroad && (NARROW.includes(test.kind) || (test.kind === 'compare' && test.operator === '='))
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
const NARROW = ['in', 'like', 'search']

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
    default:
      return false
  }
}

const LISTED = ['locale', 'publishedAt']
