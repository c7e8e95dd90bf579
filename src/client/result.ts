/** The types of answers: what a query brings, and nothing else. */
import type { ManyParts, NamedQuery, OnePart, Shape, ToAny, ToMany, ToOne, Zone } from './shapes.ts'

/** `flat`: without `data` and `attributes`. */
type Form = 'v4' | 'flat'
type FormOf<Asked> = Asked extends { readonly format: 'flat' } ? 'flat' : 'v4'

/** An entry as the query asked for it. */
export interface Entry<Type extends Shape, Asked> {
  id: number
  attributes: Simplify<Fields<Type, Asked> & Populated<Type, Asked, 'v4'>>
}

/** The same with `format: 'flat'`. */
export type FlatEntry<Type extends Shape, Asked> = Part<Type, Asked, 'flat'>

/** In the form that the query asks for. */
export type EntryOf<Type extends Shape, Asked> = EntryIn<Type, Asked, FormOf<Asked>>

type EntryIn<Type extends Shape, Asked, In extends Form> = In extends 'flat'
  ? FlatEntry<Type, Asked>
  : Entry<Type, Asked>

export interface ListAnswer<Type extends Shape, Asked> {
  data: EntryOf<Type, Asked>[]
  meta: { pagination: PageOf<Asked> } & AnswerMeta
}

export interface EntryAnswer<Type extends Shape, Asked> {
  data: EntryOf<Type, Asked>
  meta: AnswerMeta
}

export interface AnswerMeta {
  /** With `fallback`: the language that was asked for, and those of the entries. */
  locale?: { asked: string; served: string[] }
  /** With `populate: 'deep'`: where it does not go on, and why. */
  deep?: { stopped: { at: string; why: 'depth' | 'cycle' | 'budget' }[] }
  /** With `search: { snippets: true }`: parts of the text as HTML with the words marked, by id and field. */
  search?: { snippets: Record<string, Record<string, string>> }
}

/** What a named query answers. */
export type NamedAnswer<Named> =
  Named extends NamedQuery<infer Kind, infer Type, infer Asked, unknown>
    ? Kind extends 'one'
      ? EntryAnswer<AsShape<Type>, Asked>
      : ListAnswer<AsShape<Type>, Asked>
    : never

type PageOf<Asked> = Asked extends { readonly pagination: { readonly after: string } | { readonly before: string } }
  ? PlaceInfo
  : Asked extends { readonly pagination: { readonly links: true } }
    ? PageInfo & Places
    : PageInfo

/** `page`, `pageSize` and `pageCount`, or `start` and `limit`, as the query has it. */
export interface PageInfo {
  page: number
  pageSize: number
  pageCount: number
  start: number
  limit: number
  total: number
  /** With `withCount: 'estimate'`, if the total of a long list is not exact. */
  estimated?: true
}

/** Of a page next to a place. */
export interface PlaceInfo extends Places {
  pageSize: number
  /** Only with `withCount`. */
  total?: number
  estimated?: true
}

/** The places next to a page; `null` where there is no further page. */
export interface Places {
  before: string | null
  after: string | null
  /** Addresses of the pages on either side, relative to this one; only for queries that are part of the address. */
  links?: { prev: string | null; next: string | null }
}

type Simplify<T> = { [Key in keyof T]: T[Key] } & {}

type Fields<Type extends Shape, Asked> = Pick<Type['scalars'], FieldNames<Type, Asked> & keyof Type['scalars']>

type FieldNames<Type extends Shape, Asked> = Asked extends { readonly fields: infer Names }
  ? Chosen<Names extends readonly (infer Each)[] ? Each : Names, keyof Type['scalars']>
  : keyof Type['scalars']

/** Names, all of them (`*`), and all but some (`-body`). Of a path, its first name. */
type Chosen<Given, All> = Exclude<
  [Exclude<Given, `-${string}`>] extends [never] ? All : '*' extends Given ? All : Head<Given>,
  LeftOut<Given>
>
type LeftOut<Given> = Given extends `-${infer Name}` ? Name : never

type Populated<Type extends Shape, Asked, In extends Form> = Asked extends { readonly populate: infer Given }
  ? IsDeep<Given> extends true
    ? { [Key in keyof Type['linked']]?: Value<Type['linked'][Key], { readonly populate: 'deep' }, In> }
    : {
        [Key in PopulatedNames<Type, Given> & keyof Type['linked']]: Value<
          Type['linked'][Key],
          BelowName<Given, Key>,
          In
        >
      }
  : unknown

type IsDeep<Given> = true extends (
  (Given extends readonly (infer Each)[] ? Each : Given) extends infer Name
    ? Name extends 'deep' | `deep,${string}`
      ? true
      : never
    : never
)
  ? true
  : false

type PopulatedNames<Type extends Shape, Given> = Given extends string | readonly unknown[]
  ? Chosen<Given extends readonly (infer Each)[] ? Each : Given, keyof Type['linked']>
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
        : Given[Key] extends string
          ? { readonly populate: Given[Key] }
          : Given[Key]
      : unknown

type Tail<Path, Key> = Key extends string ? (Path extends `${Key}.${infer Rest}` ? Rest : never) : never
type BelowPath<Rest> = [Rest] extends [never] ? unknown : { readonly populate: readonly Rest[] }

type Value<Link, Asked, In extends Form> =
  Link extends Zone<infer Parts>
    ? ZonePart<Parts, Asked, In>[]
    : Link extends ToOne<infer Target>
      ? Related<ShownOne<AsShape<Target>, Asked, In>, Asked, In>
      : Link extends ToMany<infer Target>
        ? Related<Shown<AsShape<Target>, Asked, In>[], Asked, In>
        : Link extends OnePart<infer Target>
          ? Part<AsShape<Target>, Asked, In> | null
          : Link extends ManyParts<infer Target>
            ? Part<AsShape<Target>, Asked, In>[]
            : Link extends ToAny
              ? unknown
              : never

/** Related entries, their number, or whether there are any. */
type Related<Entries, Asked, In extends Form> = Asked extends { readonly count: true }
  ? Figure<{ count: number }, In>
  : Asked extends { readonly exists: true }
    ? Figure<{ exists: boolean }, In>
    : In extends 'flat'
      ? Entries
      : { data: Entries }

type Figure<Of, In extends Form> = In extends 'flat' ? Of : { data: { attributes: Of } }

/** With `required`, an entry without one is not there. */
type ShownOne<Type extends Shape, Asked, In extends Form> = Asked extends { readonly required: true }
  ? Shown<Type, Asked, In>
  : Shown<Type, Asked, In> | null

type Shown<Type extends Shape, Asked, In extends Form> = Asked extends { readonly ids: true }
  ? { id: number }
  : EntryIn<Type, Asked, In>

type AsShape<Target> = Target extends Shape ? Target : never

type Part<Type extends Shape, Asked, In extends Form> = Simplify<
  { id: number } & Fields<Type, Asked> & Populated<Type, Asked, In>
>

/** Tagged by `__component`. With `on` or `components`, only those that it names. */
type ZonePart<Parts, Asked, In extends Form> = Asked extends { readonly on: infer On }
  ? {
      [Name in keyof On & keyof Parts]: Tagged<Name, PartOn<AsShape<Parts[Name]>, On[Name], In>>
    }[keyof On & keyof Parts]
  : {
      [Name in PartNames<Parts, Asked>]: Tagged<Name, Part<AsShape<Parts[Name]>, Asked, In>>
    }[PartNames<Parts, Asked>]

type PartNames<Parts, Asked> = Asked extends { readonly components: readonly (infer Name)[] }
  ? Name & keyof Parts
  : keyof Parts

type Tagged<Name, Of> = Simplify<{ __component: Name } & Of>

/** Whether a part with a `populate` of its own keeps its other values depends on the dialect of the server. */
type PartOn<Type extends Shape, Asked, In extends Form> = Asked extends true
  ? Part<Type, unknown, In>
  : Asked extends { readonly fields: unknown }
    ? Part<Type, Asked, In>
    : Asked extends { readonly populate: unknown }
      ? Simplify<{ id: number } & Partial<Type['scalars']> & Populated<Type, Asked, In>>
      : Part<Type, Asked, In>
