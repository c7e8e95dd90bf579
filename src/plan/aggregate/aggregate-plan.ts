/** What will be computed from the entries of a list, everything resolved against the schema and the caller's rights. */
import { type Bucket, MEASURES, type MeasureName } from '../../query/aggregate/aggregate-request.ts'
import type { ContentType } from '../../schema/schema.ts'
import type { ColumnRef, Condition, FilterValue } from '../read/conditions/condition.ts'
import type { CursorPage, PagePlan } from '../read/read-plan.ts'
import type { SearchPlan } from '../read/search/search-plan.ts'
import type { OrderHop } from '../read/sort/order-hop.ts'

/** What can be computed, in the order of the answer. */
export const MEASURE_ORDER: readonly MeasureName[] = MEASURES

export interface AggregatePlan {
  readonly type: ContentType
  /** The entries that count. */
  readonly where: Condition | null
  /** Words that they must have. */
  readonly search: SearchPlan | null
  /** Whether the number of entries is shown. */
  readonly showsCount: boolean
  readonly measures: readonly MeasurePlan[]
  /** Empty: everything is one group. */
  readonly groups: readonly GroupPlan[]
  readonly having: readonly HavingPlan[]
  readonly order: readonly AggregateOrder[]
  /** `null` without groups. */
  readonly page: Exclude<PagePlan, CursorPage> | null
  /** Names without meaning, sent in a header with the answer. */
  readonly hints: readonly string[]
  /** The expected cost in points. */
  readonly cost: number
}

/** A value of an entry: its own, or that of the one entry which a path leads to. */
export interface ValuePath {
  readonly hops: readonly OrderHop[]
  readonly column: ColumnRef
}

export interface MeasurePlan {
  readonly measure: MeasureName
  /** Its key in the answer: `price`, `author.age`. */
  readonly key: string
  readonly value: ValuePath
}

export interface GroupPlan {
  /** Its key in the answer: `status`, `createdAt:month`. */
  readonly key: string
  readonly value: ValuePath
  readonly bucket: Bucket | null
}

/** What is sorted by or tested: the number of entries, a measure, or a group, by its place in the plan. */
export type Computed =
  | { readonly kind: 'count' }
  | { readonly kind: 'measure'; readonly index: number }
  | { readonly kind: 'group'; readonly index: number }

export interface AggregateOrder {
  readonly by: Computed
  readonly order: 'asc' | 'desc'
}

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>='

export interface HavingPlan {
  readonly of: Exclude<Computed, { readonly kind: 'group' }>
  readonly test:
    | { readonly kind: 'compare'; readonly operator: Comparison; readonly value: FilterValue }
    | { readonly kind: 'null'; readonly negated: boolean }
}
