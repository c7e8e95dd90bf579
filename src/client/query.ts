/** The types of queries: what can be asked of a content type. */
import type { Json, ManyParts, OnePart, Shape, ToMany, ToOne, Zone } from './shapes.ts'

export interface Query<Type extends Shape> extends Below<Type> {
  readonly pagination?: Pagination
  /** A language, or `all`. */
  readonly locale?: string
  /** The languages of entries that `locale` lacks, the best one first. */
  readonly fallback?: string | readonly string[]
  readonly publicationState?: 'live' | 'preview'
  /** Searches all texts. */
  readonly _q?: string
  /** Words; the best match comes first. */
  readonly search?: string | SearchQuery
  /** `flat`: entries without `data` and `attributes`. */
  readonly format?: 'v4' | 'flat'
}

export interface SearchQuery {
  readonly query: string
  readonly typos?: boolean
  readonly prefixes?: boolean
  /** Shows in `meta` where the words are. */
  readonly snippets?: boolean
}

/** What can be asked at every depth. */
export interface Below<Type extends Shape> {
  readonly fields?: '*' | FieldName<Type> | readonly ('*' | FieldName<Type>)[]
  readonly populate?: Populate<Type>
  readonly filters?: Filters<Type>
  readonly sort?: SortTerm<Type> | readonly SortTerm<Type>[]
}

/** A field, all but a field (`-body`), or a part of a JSON value (`facts.serves`). */
type FieldName<Type extends Shape> =
  | Name<Type['scalars']>
  | `-${Name<Type['scalars']>}`
  | `${JsonName<Type['scalars']>}.${string}`

type JsonName<Scalars> = { [Key in Name<Scalars>]: Json extends Scalars[Key] ? Key : never }[Name<Scalars>]

export type Pagination =
  | ({ readonly page?: number; readonly pageSize?: number } & Numbered)
  | ({ readonly start?: number; readonly limit?: number } & Numbered)
  | Place

interface Numbered {
  readonly withCount?: boolean | 'estimate'
  /** Whether the answer has the places next to the page, as pages next to a place have. */
  readonly links?: boolean
  readonly after?: never
  readonly before?: never
}

/** Next to a place in the list: an answer's `after` or `before`, or nothing for the first or last page. */
export type Place = (
  | { readonly after: string; readonly before?: never }
  | { readonly before: string; readonly after?: never }
) & {
  readonly pageSize?: number
  readonly withCount?: boolean | 'estimate'
  readonly page?: never
  readonly start?: never
  readonly limit?: never
}

/** Everything, level by level: `deep`, `deep,2`. */
type Deep = 'deep' | `deep,${string}`

/** `*`, names and dotted paths, or an object with a query for each name. */
export type Populate<Type extends Shape> =
  | '*'
  | Deep
  | LinkedPath<Type>
  | `-${Name<Type['linked']>}`
  | readonly ('*' | Deep | LinkedPath<Type> | `-${Name<Type['linked']>}`)[]
  | { readonly [Key in keyof Type['linked']]?: boolean | Deep | BelowLink<Type['linked'][Key]> }

/** The first name is checked. The names after a dot are not. */
type LinkedPath<Type extends Shape> = Name<Type['linked']> | `${Name<Type['linked']>}.${string}`

type BelowLink<Link> =
  Link extends Zone<infer Parts>
    ? ZoneQuery<Parts>
    : Link extends Related<infer Target>
      ? Target extends Shape
        ? Below<Target> & BelowRelated
        : AnyBelow
      : Link extends LinkTo<infer Target>
        ? Target extends Shape
          ? Below<Target>
          : AnyBelow
        : AnyBelow

/** What relations and files can have besides. */
type BelowRelated = Instead & {
  /** Leaves out entries without any. */
  readonly required?: boolean
  readonly pagination?: Pagination
  readonly publicationState?: 'live' | 'preview'
}

/** What is shown instead of the entries. */
type Instead =
  | { readonly count?: never; readonly exists?: never; readonly ids?: never }
  | { readonly count: true; readonly exists?: never; readonly ids?: never }
  | { readonly count?: never; readonly exists: true; readonly ids?: never }
  | { readonly count?: never; readonly exists?: never; readonly ids: true }

/** A query for each component, or one for all of them. */
interface ZoneQuery<Parts> {
  readonly on?: { readonly [Key in keyof Parts]?: true | (Parts[Key] extends Shape ? Below<Parts[Key]> : never) }
  /** Only these. */
  readonly components?: readonly (keyof Parts)[]
  readonly populate?: '*' | string | readonly string[] | { readonly [key: string]: unknown }
  readonly fields?: '*' | string | readonly string[]
}

interface AnyBelow {
  readonly fields?: '*' | string | readonly string[]
  readonly populate?: '*' | string | readonly string[] | { readonly [key: string]: unknown }
}

export type Related<Target> = ToOne<Target> | ToMany<Target>
export type LinkTo<Target> = Related<Target> | OnePart<Target> | ManyParts<Target>

type SortPath<Type extends Shape> = Name<Type['scalars']> | 'id' | `${Name<Type['linked']>}.${string}`
type SortTerm<Type extends Shape> = SortPath<Type> | `${SortPath<Type>}:${'asc' | 'desc' | 'ASC' | 'DESC'}`

export type Filters<Type extends Shape> = {
  readonly [Key in keyof Type['scalars']]?: Test<Type['scalars'][Key]>
} & {
  readonly [Key in keyof Type['linked']]?: Type['linked'][Key] extends Zone<infer Parts>
    ? ZoneFilters<Parts>
    : Type['linked'][Key] extends LinkTo<infer Target>
      ? Target extends Shape
        ? (Filters<Target> & Counted<Type['linked'][Key], Target>) | IdTest
        : never
      : never
} & {
  readonly id?: IdTest
  readonly $and?: readonly Filters<Type>[]
  readonly $or?: readonly Filters<Type>[]
  readonly $not?: Filters<Type>
}

/** Entries with so many of them. An attribute of that name comes first. */
type Counted<Link, Target extends Shape> = Link extends ToMany<unknown> | ManyParts<unknown>
  ? 'count' extends keyof Target['scalars'] | keyof Target['linked']
    ? unknown
    : { readonly count?: number | Pick<Operators<number>, NumberOperator> }
  : unknown
type NumberOperator = '$eq' | '$ne' | '$lt' | '$lte' | '$gt' | '$gte' | '$in' | '$notIn' | '$between'

/** Entries with such a part, or with any part of the component. */
interface ZoneFilters<Parts> {
  readonly on: { readonly [Key in keyof Parts]?: true | (Parts[Key] extends Shape ? Filters<Parts[Key]> : never) }
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
export type Checked<Type extends Shape, Given, Known = keyof Query<Type>> = {
  readonly [Key in keyof Given]: Key extends Known
    ? Key extends 'populate'
      ? CheckedPopulate<Type, Given[Key]>
      : Key extends 'filters'
        ? CheckedFilters<Type, Given[Key]>
        : unknown
    : never
}

type CheckedPopulate<Type extends Shape, Given> = Given extends string | boolean | readonly unknown[]
  ? unknown
  : {
      readonly [Key in keyof Given]: Key extends keyof Type['linked']
        ? Type['linked'][Key] extends LinkTo<infer Target>
          ? Target extends Shape
            ? Given[Key] extends boolean | string
              ? unknown
              : Checked<Target, Given[Key], KeyBelow<Type['linked'][Key]>>
            : unknown
          : unknown
        : never
    }

type KeyBelow<Link> = keyof Below<Shape> | (Link extends Related<unknown> ? RelatedKey : never)
type RelatedKey = 'count' | 'exists' | 'ids' | 'required' | 'pagination' | 'publicationState'

/** Conditions in lists (`$and`, `$or`) are not checked further. */
type CheckedFilters<Type extends Shape, Given> = Given extends readonly unknown[]
  ? unknown
  : Given extends object
    ? {
        readonly [Key in keyof Given]: Key extends keyof Type['scalars'] | 'id' | `$${string}`
          ? unknown
          : Key extends keyof Type['linked']
            ? CheckedLink<Type['linked'][Key], Given[Key]>
            : never
      }
    : unknown

type CheckedLink<Link, Given> =
  Link extends Zone<infer Parts>
    ? Given extends { readonly on: infer On }
      ? {
          readonly on: {
            readonly [Key in keyof On]: Key extends keyof Parts
              ? Parts[Key] extends Shape
                ? CheckedFilters<Parts[Key], On[Key]>
                : unknown
              : never
          }
        }
      : unknown
    : Link extends LinkTo<infer Target>
      ? Target extends Shape
        ? CheckedFilters<Target, Link extends ToMany<unknown> | ManyParts<unknown> ? WithoutCount<Given> : Given>
        : unknown
      : unknown

type WithoutCount<Given> = Given extends readonly unknown[]
  ? Given
  : Given extends object
    ? Omit<Given, 'count'>
    : Given
