/** A compiled aggregate: one statement, and what the columns of its rows are. */
import type { PlanDependencies } from '../../kept/dependencies/dependencies.ts'
import type { AggregatePlan, MeasurePlan } from '../../plan/aggregate/aggregate-plan.ts'
import type { OutputForm } from '../../schema/attributes/attribute-type.ts'
import type { ScalarType } from '../../schema/schema.ts'
import type { Statement } from '../statement.ts'
import type { MoveGroups } from './move-groups.ts'

export interface AggregateProgram extends Pick<AggregatePlan, 'showsCount' | 'page' | 'cost'> {
  /**
   * `null` if the table does not exist. Its rows have the number of all groups, the number of entries in the group (null if
   * the page has no groups), the groups, and the measures.
   */
  readonly statement: Statement | null
  /** Whether the index of words is read. */
  readonly searches: boolean
  readonly groups: readonly GroupColumn[]
  readonly measures: readonly MeasureColumn[]
  readonly tables: readonly string[]
  /** Whether the answer also depends on the time. Then it is never kept. */
  readonly timed: boolean
  readonly depends: PlanDependencies
  /** The rows after some that they were computed from have changed; `null` if that takes a look at the database. */
  readonly moved: MoveGroups | null
}

export interface GroupColumn {
  readonly key: string
  readonly form: OutputForm
}

export interface MeasureColumn {
  readonly measure: MeasurePlan['measure']
  readonly key: string
  readonly type: ScalarType
}
