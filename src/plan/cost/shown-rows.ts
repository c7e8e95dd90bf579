/** How many rows of a plan will be shown, and how long they are. */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { Model } from '../../schema/schema.ts'
import type { EntryPlan, LinkPlan, ReadPlan } from '../read/read-plan.ts'
import { mostPassing } from './condition-cost.ts'
import { rowsOf } from './link-fan-out.ts'
import type { TableStatistics } from './table-statistics.ts'

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
