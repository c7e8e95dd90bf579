/** What a query for an aggregate asks for, after parsing only. No name in it has been checked against the schema yet. */
import type { QueryValue } from '../query-value.ts'
import type { ReadRequest } from '../read-request.ts'

export const MEASURES = ['sum', 'avg', 'min', 'max', 'countDistinct'] as const
export type MeasureName = (typeof MEASURES)[number]

export const BUCKETS = ['day', 'week', 'month', 'quarter', 'year'] as const
/** A span of the calendar, in UTC. Weeks begin on Monday. */
export type Bucket = (typeof BUCKETS)[number]

export interface AggregateRequest {
  /** Which entries count, and the page of groups. It selects no fields, and nothing is populated. */
  readonly rows: ReadRequest
  /** Whether the number of entries is shown. */
  readonly count: boolean
  readonly measures: readonly MeasureRequest[]
  readonly groups: readonly GroupRequest[]
  readonly sort: readonly AggregateSort[]
  /** Conditions on what is computed; `undefined`: none. */
  readonly having: QueryValue | undefined
}

export interface NamedValue {
  /** As the client wrote it: `author.name`. */
  readonly name: string
  /** Where the client wrote it: `sum[0]`. */
  readonly parameter: string
}

export interface MeasureRequest extends NamedValue {
  readonly measure: MeasureName
}

export interface GroupRequest extends NamedValue {
  /** `createdAt:month`, the key of the group in the answer. */
  readonly key: string
  readonly bucket: Bucket | null
}

export interface AggregateSort {
  /** The key of a group, `count`, or a measure such as `sum.price`. */
  readonly key: string
  readonly order: 'asc' | 'desc'
}
