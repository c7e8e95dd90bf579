/** The types of answers: what a query brings, and nothing else. */
import type { ManyParts, OnePart, Shape, ToAny, ToMany, ToOne, Zone } from './shapes.ts'

/** An entry as the query asked for it. */
export interface Entry<Type extends Shape, Asked> {
  id: number
  attributes: Simplify<Fields<Type, Asked> & Populated<Type, Asked>>
}

export interface ListAnswer<Type extends Shape, Asked> {
  data: Entry<Type, Asked>[]
  meta: { pagination: PageInfo }
}

export interface EntryAnswer<Type extends Shape, Asked> {
  data: Entry<Type, Asked>
  meta: Record<string, never>
}

/** `page`, `pageSize` and `pageCount`, or `start` and `limit`, as the query has it. */
export interface PageInfo {
  page: number
  pageSize: number
  pageCount: number
  start: number
  limit: number
  total: number
}

type Simplify<T> = { [Key in keyof T]: T[Key] } & {}

type Fields<Type extends Shape, Asked> = Pick<Type['scalars'], FieldNames<Type, Asked> & keyof Type['scalars']>

type FieldNames<Type extends Shape, Asked> = Asked extends { readonly fields: infer Names }
  ? Names extends readonly (infer Each)[]
    ? '*' extends Each
      ? keyof Type['scalars']
      : Each
    : Names extends '*'
      ? keyof Type['scalars']
      : Names
  : keyof Type['scalars']

type Populated<Type extends Shape, Asked> = Asked extends { readonly populate: infer Given }
  ? {
      [Key in PopulatedNames<Type, Given> & keyof Type['linked']]: Value<Type['linked'][Key], BelowName<Given, Key>>
    }
  : unknown

type PopulatedNames<Type extends Shape, Given> = Given extends '*'
  ? keyof Type['linked']
  : Given extends readonly (infer Each)[]
    ? '*' extends Each
      ? keyof Type['linked']
      : Head<Each>
    : Given extends string
      ? Head<Given>
      : { [Key in keyof Given]: Given[Key] extends false ? never : Key }[keyof Given]

type Head<Path> = Path extends `${infer First}.${string}` ? First : Path

/** The query for what lies below a populated name. */
type BelowName<Given, Key> = Given extends readonly (infer Each)[]
  ? BelowPath<Tail<Each, Key>>
  : Given extends string
    ? BelowPath<Tail<Given, Key>>
    : Key extends keyof Given
      ? Given[Key] extends boolean
        ? unknown
        : Given[Key]
      : unknown

type Tail<Path, Key> = Key extends string ? (Path extends `${Key}.${infer Rest}` ? Rest : never) : never
type BelowPath<Rest> = [Rest] extends [never] ? unknown : { readonly populate: readonly Rest[] }

type Value<Link, Asked> =
  Link extends Zone<infer Parts>
    ? ZonePart<Parts, Asked>[]
    : Link extends ToOne<infer Target>
      ? { data: Entry<AsShape<Target>, Asked> | null }
      : Link extends ToMany<infer Target>
        ? { data: Entry<AsShape<Target>, Asked>[] }
        : Link extends OnePart<infer Target>
          ? Part<AsShape<Target>, Asked> | null
          : Link extends ManyParts<infer Target>
            ? Part<AsShape<Target>, Asked>[]
            : Link extends ToAny
              ? unknown
              : never

type AsShape<Target> = Target extends Shape ? Target : never

type Part<Type extends Shape, Asked> = Simplify<{ id: number } & Fields<Type, Asked> & Populated<Type, Asked>>

/** Tagged by `__component`. With `on`, only the components that it names. */
type ZonePart<Parts, Asked> = Asked extends { readonly on: infer On }
  ? { [Name in keyof On & keyof Parts]: Tagged<Name, PartOn<AsShape<Parts[Name]>, On[Name]>> }[keyof On & keyof Parts]
  : { [Name in keyof Parts]: Tagged<Name, Part<AsShape<Parts[Name]>, Asked>> }[keyof Parts]

type Tagged<Name, Of> = Simplify<{ __component: Name } & Of>

/** Whether a part with a `populate` of its own keeps its other values depends on the dialect of the server. */
type PartOn<Type extends Shape, Asked> = Asked extends true
  ? Part<Type, unknown>
  : Asked extends { readonly fields: unknown }
    ? Part<Type, Asked>
    : Asked extends { readonly populate: unknown }
      ? Simplify<{ id: number } & Partial<Type['scalars']> & Populated<Type, Asked>>
      : Part<Type, Asked>
