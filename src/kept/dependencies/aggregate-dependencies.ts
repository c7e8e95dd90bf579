/** What an aggregate depends on: every entry that counts, and every value that it is computed from. */
import type { AggregatePlan } from '../../plan/aggregate/aggregate-plan.ts'
import { addCondition, addOrder, addSearch, columnsOf } from './compared-dependencies.ts'
import type { PlanDependencies } from './dependencies.ts'
import { DependencyBuilder } from './dependency-builder.ts'

/** `tables`: every table that the statement reads. */
export function aggregateDependencies(
  { type, where, search, groups, measures }: AggregatePlan,
  tables: readonly string[],
): PlanDependencies {
  const found = new DependencyBuilder()
  if (type.table !== null) {
    found.inserts(type.table)
    found.deletes(type.table)
    const own = columnsOf(found, type)
    addCondition(found, where, own)
    addSearch(found, search, own)
    const values = [...groups, ...measures].map(({ value }) => ({ ...value, order: 'asc' as const }))
    addOrder(found, values, own)
  }
  return found.finish(tables, 0)
}
