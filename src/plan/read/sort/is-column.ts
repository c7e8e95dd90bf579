import type { ColumnRef } from '../conditions/condition.ts'
import type { OrderTerm } from '../read-plan.ts'

/** Whether entries are sorted by a stored value, not by one that is found for the answer. */
export function isColumn(column: OrderTerm['column']): column is ColumnRef {
  return column.kind === 'id' || column.kind === 'scalar'
}
