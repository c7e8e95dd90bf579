/** What the databases compute differently in an aggregate. */
import type { GroupPlan } from '../../plan/aggregate/aggregate-plan.ts'
import type { ScalarType } from '../../schema/schema.ts'
import type { Fragment } from '../fragment.ts'

export interface AggregateSql {
  /** The first day of the span that a date belongs to, in UTC, as text; null outside the years 1 to 9999. */
  bucket(bucket: NonNullable<GroupPlan['bucket']>, type: ScalarType, date: Fragment): Fragment
  sum(type: ScalarType, number: Fragment): SumSql
  /** A value without storage. */
  nothing(type: ScalarType): Fragment
}

export interface SumSql {
  /** Text from which `readSum` reads the sum without loss; null if there is no number. */
  readonly text: Fragment
  /** How many numbers there are. */
  readonly count: Fragment
  /** The sum in a form to sort by. */
  readonly key: Fragment
  /** The average in a form to sort by. */
  readonly average: Fragment
  /** A number that `key` can be compared with. */
  bound(number: string): Fragment
}
