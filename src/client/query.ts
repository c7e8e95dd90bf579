/** The types of queries: what can be asked of a content type. */
import type { ManyParts, OnePart, Shape, ToMany, ToOne, Zone } from './shapes.ts'

export interface Query<Type extends Shape> extends Below<Type> {
  readonly pagination?: Pagination
  /** A language, or `all`. */
  readonly locale?: string
  readonly publicationState?: 'live' | 'preview'
  /** Searches all texts. */
  readonly _q?: string
}

/** What can be asked at every depth. */
export interface Below<Type extends Shape> {
  readonly fields?: '*' | Name<Type['scalars']> | readonly ('*' | Name<Type['scalars']>)[]
  readonly populate?: Populate<Type>
  readonly filters?: Filters<Type>
  readonly sort?: SortTerm<Type> | readonly SortTerm<Type>[]
}

export type Pagination =
  | { readonly page?: number; readonly pageSize?: number; readonly withCount?: boolean }
  | { readonly start?: number; readonly limit?: number; readonly withCount?: boolean }

/** `*`, names and dotted paths, or an object with a query for each name. */
export type Populate<Type extends Shape> =
  | '*'
  | LinkedPath<Type>
  | readonly ('*' | LinkedPath<Type>)[]
  | { readonly [Key in keyof Type['linked']]?: boolean | BelowLink<Type['linked'][Key]> }

/** The first name is checked. The names after a dot are not. */
type LinkedPath<Type extends Shape> = Name<Type['linked']> | `${Name<Type['linked']>}.${string}`

type BelowLink<Link> =
  Link extends Zone<infer Parts>
    ? ZoneQuery<Parts>
    : Link extends LinkTo<infer Target>
      ? Target extends Shape
        ? Below<Target>
        : AnyBelow
      : AnyBelow

/** A query for each component, or one for all of them. */
interface ZoneQuery<Parts> {
  readonly on?: { readonly [Key in keyof Parts]?: true | (Parts[Key] extends Shape ? Below<Parts[Key]> : never) }
  readonly populate?: '*' | string | readonly string[] | { readonly [key: string]: unknown }
  readonly fields?: '*' | string | readonly string[]
}

interface AnyBelow {
  readonly fields?: '*' | string | readonly string[]
  readonly populate?: '*' | string | readonly string[] | { readonly [key: string]: unknown }
}

export type LinkTo<Target> = ToOne<Target> | ToMany<Target> | OnePart<Target> | ManyParts<Target>

type SortPath<Type extends Shape> = Name<Type['scalars']> | 'id' | `${Name<Type['linked']>}.${string}`
type SortTerm<Type extends Shape> = SortPath<Type> | `${SortPath<Type>}:${'asc' | 'desc' | 'ASC' | 'DESC'}`

export type Filters<Type extends Shape> = {
  readonly [Key in keyof Type['scalars']]?: Test<Type['scalars'][Key]>
} & {
  readonly [Key in keyof Type['linked']]?: Type['linked'][Key] extends LinkTo<infer Target>
    ? Target extends Shape
      ? Filters<Target> | IdTest
      : never
    : never
} & {
  readonly id?: IdTest
  readonly $and?: readonly Filters<Type>[]
  readonly $or?: readonly Filters<Type>[]
  readonly $not?: Filters<Type>
}

type IdTest = Test<number | string>
type Comparable<Value> =
  Exclude<Value, null> extends infer Known ? Known | (Known extends string ? Date : never) : never
type Test<Value> = Comparable<Value> | Operators<Comparable<Value>>

export interface Operators<Value> {
  readonly $eq?: Value
  readonly $eqi?: Value
  readonly $ne?: Value
  readonly $nei?: Value
  readonly $lt?: Value
  readonly $lte?: Value
  readonly $gt?: Value
  readonly $gte?: Value
  readonly $in?: readonly Value[]
  readonly $notIn?: readonly Value[]
  readonly $between?: readonly [Value, Value]
  readonly $contains?: string
  readonly $notContains?: string
  readonly $containsi?: string
  readonly $notContainsi?: string
  readonly $startsWith?: string
  readonly $startsWithi?: string
  readonly $endsWith?: string
  readonly $endsWithi?: string
  readonly $null?: boolean
  readonly $notNull?: boolean
  readonly $not?: Operators<Value>
}

type Name<Of> = keyof Of & string

/**
 * Turns names that do not exist into errors. TypeScript itself accepts additional names in an object whose type it infers.
 */
export type Checked<Type extends Shape, Given> = {
  readonly [Key in keyof Given]: Key extends keyof Query<Type>
    ? Key extends 'populate'
      ? CheckedPopulate<Type, Given[Key]>
      : unknown
    : never
}

type CheckedPopulate<Type extends Shape, Given> = Given extends string | boolean | readonly unknown[]
  ? unknown
  : {
      readonly [Key in keyof Given]: Key extends keyof Type['linked']
        ? Type['linked'][Key] extends LinkTo<infer Target>
          ? Target extends Shape
            ? Given[Key] extends boolean
              ? unknown
              : Checked<Target, Given[Key]>
            : unknown
          : unknown
        : never
    }
