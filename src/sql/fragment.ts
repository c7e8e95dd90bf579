/**
 * The only place that assembles SQL text. Values are always bound and identifiers always quoted. A fragment is an
 * immutable piece of SQL that a dialect compiles to a Statement.
 */
import {
  type DescribedChange,
  ListPlaceholder,
  ONE_ID,
  PARENT_IDS,
  type Row,
  type SqlValue,
  type Statement,
  TimeValue,
  type Unpack,
} from './statement.ts'

type BoundValue = Statement['values'][number]

/** The program's own text, values, tables and nested fragments. Only the functions of this file create one. */
class Piece {
  readonly parts: readonly (
    | string
    | Piece
    | { readonly bound: BoundValue }
    | { readonly table: string }
    | ByNumber
    | typeof AS_ID
  )[]
  /** What the statement changes, if it is a whole statement and that is known. */
  readonly change: DescribedChange | undefined

  constructor(parts: Piece['parts'], change?: DescribedChange) {
    this.parts = parts
    this.change = change
  }
}

export type Fragment = Piece

/** The SQL of a statement for one parent, and for several. */
export interface ByNumber {
  readonly one: Piece
  readonly many: Piece
}

/** `` sql`select ${column('t', 'id')} from ${table('tags')} where weight > ${value(3)}` ``; only fragments may be inserted. */
export function sql(texts: TemplateStringsArray, ...holes: Fragment[]): Fragment {
  return new Piece(texts.flatMap((text, index) => (index === 0 ? [text] : [checked(holes[index - 1]), text])))
}

/** Checks again what the types promise: a string here would be SQL that someone else wrote. */
function checked(hole: Fragment | undefined): Fragment {
  if (hole instanceof Piece) return hole
  throw new TypeError('Only fragments may be inserted into an SQL template')
}

/** A bound value. */
export function value(bound: SqlValue): Fragment {
  return new Piece([{ bound }])
}

/** Ends a bound id. */
const AS_ID: { readonly type: 'id' } = Object.freeze({ type: 'id' })

/**
 * A bound value that is compared with ids. In databases that Strapi or an older Populus has made, these have 32 bits, and PostgreSQL
 * would refuse a larger value, unless it says that it has 64. Both compare by the same indexes.
 */
export function asId(bound: Fragment): Fragment {
  return new Piece([bound, AS_ID])
}

/** The same statement with a description of what it changes, for everything that is kept between requests. */
export function changing(statement: Fragment, change: DescribedChange): Fragment {
  return new Piece(statement.parts, change)
}

/** The placeholder for the parents' ids, bound when the statement runs. */
export function parentIds(): Fragment {
  return new Piece([{ bound: PARENT_IDS }])
}

/** The placeholder for a single id (the one in the request), bound when the statement runs. */
export function oneId(): Fragment {
  return asId(new Piece([{ bound: ONE_ID }]))
}

/** The placeholder for the time, bound when the statement runs. */
export function timeValue(at: TimeValue['at']): Fragment {
  return new Piece([{ bound: new TimeValue(at) }])
}

/** The placeholder for a value of a list, bound when the statement runs. */
export function listValue(at: ListPlaceholder['at']): Fragment {
  return new Piece([{ bound: new ListPlaceholder(at) }])
}

/** SQL that is simpler if there is only one parent. */
export function byNumber(one: Fragment, many: Fragment): Fragment {
  return new Piece([{ one, many }])
}

/** A quoted name. It may contain anything, quotes included, except NUL. */
export function name(identifier: string): Fragment {
  return new Piece([quoted(identifier)])
}

/** `"alias"."column"` */
export function column(alias: string, identifier: string): Fragment {
  return new Piece([`${quoted(alias)}.${quoted(identifier)}`])
}

/** A table, in a schema if one is given (`main`, `populus`). */
export function table(identifier: string, schema?: string): Fragment {
  if (schema === undefined) return new Piece([quoted(identifier), { table: identifier }])
  return new Piece([`${quoted(schema)}.${quoted(identifier)}`, { table: `${schema}.${identifier}` }])
}

/** `"table" as "alias"` */
export function tableAs(identifier: string, alias: string): Fragment {
  return new Piece([table(identifier), ` as ${quoted(alias)}`])
}

/** A constant inside the statement, for the few places that accept no bound value (DDL defaults). */
export function literal(text: string | number): Fragment {
  return new Piece([typeof text === 'number' ? String(text) : `'${text.replaceAll("'", "''")}'`])
}

/** `character varying(255)`, `timestamp(6) without time zone`, `set null`: words, and numbers in parentheses. */
export function isTypeName(text: string): boolean {
  const words = text.replaceAll(', ', ',').split(' ')
  return words.every(word => /^[a-z_][a-z0-9_]*(?:\(\d+(?:,\d+)?\))?(?:\[\])*$/i.test(word))
}

/** A type of the database, or other words of its own, unquoted. Throws for anything but words and numbers. */
export function typeName(text: string): Fragment {
  if (!isTypeName(text)) throw new TypeError('Only the name of a type may be inserted here')
  return new Piece([text])
}

/** Fragments with a separator between them: `join([a, b], ' and ')`. */
export function join(
  fragments: readonly Fragment[],
  separator: ', ' | ' and ' | ' or ' | ' union all ' | ' || ' | ' cross join ' | ' ' = ', ',
): Fragment {
  return new Piece(fragments.flatMap((fragment, index) => (index === 0 ? [fragment] : [separator, fragment])))
}

export const NOTHING: Fragment = new Piece([])

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}

/** How each database writes a placeholder. */
const PLACES = { sqlite: () => '?', postgres: (number: number) => `$${number}` } as const

/** Pieces with placeholders between them; `first` is the number of the first placeholder. */
export function withPlaces(pieces: readonly string[], database: keyof typeof PLACES, first = 1): string {
  const place = PLACES[database]
  // Joined, because a string that grows by concatenation keeps all of its parts in memory.
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [place(first + index - 1), piece])).join('')
}

/** Text and values for one database; with `unpack` if the rows are packed. */
export function compile<R = Row>(fragment: Fragment, database: keyof typeof PLACES, unpack?: Unpack<R>): Statement<R> {
  const { change } = fragment
  const packed = { ...(unpack === undefined ? {} : { unpack }), ...(change === undefined ? {} : { change }) }
  const many = { ...compileFor('many', fragment, database), ...packed }
  if (!isByNumber(fragment)) return Object.freeze(many)
  return Object.freeze({ ...many, forOne: Object.freeze({ ...compileFor('one', fragment, database), ...packed }) })
}

function isByNumber({ parts }: Fragment): boolean {
  return parts.some(part => typeof part === 'object' && ('many' in part || (part instanceof Piece && isByNumber(part))))
}

const ID_CASTS = { sqlite: '', postgres: '::int8' } as const

type Compiled = Omit<Statement, 'unpack' | 'forOne'>

function compileFor(number: keyof ByNumber, fragment: Fragment, database: keyof typeof PLACES): Compiled {
  const values: BoundValue[] = []
  const tables = new Set<string>()
  const parts: string[][] = [[]]
  const write = (piece: Fragment): void => {
    for (const part of piece.parts) {
      if (typeof part === 'string') parts.at(-1)!.push(part)
      else if (part instanceof Piece) write(part)
      else if ('table' in part) tables.add(part.table)
      else if ('many' in part) write(part[number])
      else if ('type' in part) parts.at(-1)!.push(ID_CASTS[database])
      else {
        values.push(part.bound)
        parts.push([])
      }
    }
  }
  write(fragment)
  const pieces = parts.map(part => part.join(''))
  return {
    text: withPlaces(pieces, database),
    pieces: database === 'postgres' ? Object.freeze(pieces) : NO_PIECES,
    values: Object.freeze(values),
    tables: Object.freeze([...tables]),
  }
}

/** Only PostgreSQL merges statements into larger ones. */
const NO_PIECES: readonly string[] = Object.freeze([])
