/** The types of aggregates: what can be computed from the entries of a collection, and what the answer has. */
import type { Filters, Pagination } from './query.ts'
import type { PageInfo } from './result.ts'
import type { OnePart, Shape, ToOne } from './shapes.ts'

export interface Aggregate<Type extends Shape> {
  readonly count?: boolean
  readonly sum?: OneOrMore<ValueName<Type>>
  readonly avg?: OneOrMore<ValueName<Type>>
  readonly min?: OneOrMore<ValueName<Type>>
  readonly max?: OneOrMore<ValueName<Type>>
  readonly countDistinct?: OneOrMore<ValueName<Type>>
  readonly groupBy?: OneOrMore<GroupName<Type>>
  /** Conditions on what is computed: `{ count: { $gt: 5 }, sum: { price: { $gte: 100 } } }`. */
  readonly having?: { readonly count?: Test } & { readonly [Key in Measure]?: { readonly [name: string]: Test } }
  /** `count:desc`, `sum.price`, or the name of a group. */
  readonly sort?: OneOrMore<string>
  readonly filters?: Filters<Type>
  readonly pagination?: Pagination
  readonly locale?: string
  readonly publicationState?: 'live' | 'preview'
  readonly _q?: string
}

/** With `groupBy`, a list of groups. */
export type AggregateAnswer<Type extends Shape, Asked> = Asked extends { readonly groupBy: infer Groups }
  ? {
      data: ({ group: { [Key in Each<Groups>]: GroupValue<Type, Key> } } & Computed<Type, Asked>)[]
      meta: { pagination: PageInfo }
    }
  : { data: Computed<Type, Asked>; meta: Record<string, never> }

type Measure = 'sum' | 'avg' | 'min' | 'max' | 'countDistinct'
type OneOrMore<T> = T | readonly T[]
type Each<T> = (T extends readonly (infer Item)[] ? Item : T) & string
type Name<Of> = keyof Of & string

/** Relations and components that lead to one value. */
type Single<Type extends Shape> = {
  [Key in Name<Type['linked']>]: Type['linked'][Key] extends ToOne<unknown> | OnePart<unknown> ? Key : never
}[Name<Type['linked']>]

/** The names after a dot are not checked. */
type ValueName<Type extends Shape> = 'id' | Name<Type['scalars']> | Single<Type> | `${Single<Type>}.${string}`
type Bucket = 'day' | 'week' | 'month' | 'quarter' | 'year'
type GroupName<Type extends Shape> = ValueName<Type> | `${ValueName<Type>}:${Bucket}`

type Value = string | number | boolean | null
type Comparable = string | number
type Test =
  | Comparable
  | {
      readonly [Operator in '$eq' | '$ne' | '$lt' | '$lte' | '$gt' | '$gte']?: Comparable
    }
  | { readonly $between?: readonly [Comparable, Comparable]; readonly $null?: boolean; readonly $notNull?: boolean }

type GroupValue<Type extends Shape, Key> = Key extends `${string}:${Bucket}`
  ? string | null
  : OwnValue<Type, Key, Value>

type OwnValue<Type extends Shape, Key, Otherwise> = Key extends 'id'
  ? number
  : Key extends keyof Type['scalars']
    ? Type['scalars'][Key] | null
    : Key extends keyof Type['linked']
      ? number | null
      : Otherwise

type Computed<Type extends Shape, Asked> = (Asked extends { readonly count: true } ? { count: number } : unknown) & {
  [Key in keyof Asked & Measure]: { [Named in Each<Asked[Key]>]: MeasureValue<Type, Key, Named> }
}

type MeasureValue<Type extends Shape, Key, Named> = Key extends 'countDistinct'
  ? number
  : Key extends 'avg'
    ? number | null
    : OwnValue<Type, Named, string | number | null>
