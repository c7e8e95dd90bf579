/**
 * A list that can be found in columns kept in memory: every condition compares a whole number or a flag, or looks for a text or a part of
 * it, and the entries are in the order of columns of their own. Everything else is left to the database.
 */
import { mostPassing } from '../../../plan/cost/condition-cost.ts'
import type { Condition, Test } from '../../../plan/read/conditions/condition.ts'
import { EXACT_TOTAL, type OrderTerm, type PagePlan, type ReadPlan, showsPlaces } from '../../../plan/read/read-plan.ts'
import type { Model, ScalarAttribute } from '../../../schema/schema.ts'
import { rangeOf } from '../../../sql/entries/compile-root-rows.ts'
import type { SqlDialect } from '../../../sql/sql-dialect.ts'

/**
 * What is kept of the rows of a table, in the order of their ids: `id` itself, whole numbers, whether there is a value (`absent`), texts
 * as numbers (`named`), texts as they are (`texts`) or in lower case (`lowered`), or the rows in another order (`order`).
 */
export interface WantedColumn {
  readonly kind: 'id' | 'number' | 'absent' | 'named' | 'texts' | 'lowered' | 'order'
  readonly attribute: ScalarAttribute | null
  /** For an `order`. */
  readonly terms: readonly OrderTerm[]
  /** Different for every column of a table. */
  readonly key: string
}

/** The first column of every scan. */
export const ID: WantedColumn = { kind: 'id', attribute: null, terms: [], key: 'id' }

/** A condition on the rows: `column` is a place in `ListScan.columns`. */
export type ScanTest =
  | { readonly kind: 'all' | 'any'; readonly tests: readonly ScanTest[] }
  | { readonly kind: 'range'; readonly column: number; readonly low: number; readonly high: number }
  | { readonly kind: 'oneOf'; readonly column: number; readonly numbers: readonly number[] }
  | { readonly kind: 'named'; readonly column: number; readonly names: readonly string[] }
  | {
      readonly kind: 'contains'
      readonly column: number
      readonly text: string
      /** Whether the text of the row begins with it. */
      readonly fromStart: boolean
      readonly toEnd: boolean
    }
  | { readonly kind: 'nothing' }

/** Columns of a table, and what will be done with them. */
export interface ColumnScan {
  readonly model: Model & { readonly table: string }
  /** Those of the ids are the first. */
  readonly columns: readonly WantedColumn[]
  readonly test: ScanTest | null
  /** Whether but a few entries pass, which an index finds. */
  readonly isShort: boolean
  /** How long a row takes, in comparisons of a number. */
  readonly weight: number
}

export interface ListScan extends ColumnScan {
  /** The place of the column with the order; `null`: that of the ids. */
  readonly order: number | null
  readonly backwards: boolean
  readonly limit: number
  readonly start: number
  readonly withCount: boolean
  /** Of entries beyond the page, not more than so many have to be counted. */
  readonly enough: number
}

/** Entries of so short a list are read together with those of other requests. */
export const MOST_SHORT = 5

/** `null` if the database has to find the entries. */
export function listScan(
  { entry, where, search, order, page, locales, envelope }: ReadPlan,
  dialect: Pick<SqlDialect, 'lowersAsciiOnly'>,
): ListScan | null {
  if (search !== null || locales !== null || envelope !== 'collection') return null
  if (page === null || showsPlaces(page)) return null
  const columns = new WantedColumns(dialect.lowersAsciiOnly)
  const scan = columnScan(entry.model, where, columns)
  const sorted = scan === null ? undefined : orderOf(order, columns)
  if (scan === null || sorted === undefined) return null
  const [limit, start] = rangeOf(page)
  const { model, columns: wanted, test, isShort, weight } = scan
  const rows = { limit, start, withCount: page.withCount, enough: enoughFor(page) }
  return { model, columns: wanted, test, isShort, weight, order: sorted.order, backwards: sorted.backwards, ...rows }
}

function enoughFor({ withCount, estimates }: PagePlan): number {
  if (!withCount) return 0
  return estimates === true ? EXACT_TOTAL + 1 : Number.POSITIVE_INFINITY
}

/** The rows that pass a condition; `null` if columns do not tell. */
export function columnScan(model: Model, where: Condition | null, columns: WantedColumns): ColumnScan | null {
  const test = where === null ? null : testOf(where, columns)
  if (!hasTable(model) || test === undefined) return null
  const isShort = (mostPassing(where) ?? Number.POSITIVE_INFINITY) <= MOST_SHORT
  return { model, columns: columns.all, test, isShort, weight: test === null ? 1 : weightOf(test) }
}

/** A short text takes about as long as so many numbers. */
const TEXT_WEIGHT = 10

function weightOf(test: ScanTest): number {
  if ('tests' in test) return test.tests.reduce((sum, each) => sum + weightOf(each), 1)
  return test.kind === 'contains' ? TEXT_WEIGHT : 1
}

function hasTable(model: Model): model is ListScan['model'] {
  return model.table !== null
}

export class WantedColumns {
  readonly all: WantedColumn[] = [ID]
  readonly lowersAsciiOnly: boolean

  constructor(lowersAsciiOnly: boolean) {
    this.lowersAsciiOnly = lowersAsciiOnly
  }

  place(wanted: WantedColumn): number {
    const known = this.all.findIndex(({ key }) => key === wanted.key)
    return known >= 0 ? known : this.all.push(wanted) - 1
  }
}

/** `undefined` if columns do not tell. */
function testOf(condition: Condition, columns: WantedColumns): ScanTest | undefined {
  if (condition.kind === 'unknown') return NOTHING
  if (condition.kind === 'all' || condition.kind === 'any') {
    const tests = condition.items.map(item => testOf(item, columns))
    return tests.every(test => test !== undefined) ? { kind: condition.kind, tests } : undefined
  }
  if (condition.kind !== 'test') return undefined
  const { column, test, negated } = condition
  if (test.kind === 'null') return column.kind === 'id' ? undefined : absence(column.attribute, !negated, columns)
  if (negated) return undefined
  if (column.kind === 'id') return comparison(test, columns.place(ID), idNumber)
  const { attribute } = column
  if (attribute.column === null) return undefined
  if (attribute.type === 'integer') return comparison(test, columns.place(numbersOf(attribute)), wholeNumber)
  if (attribute.type === 'boolean') return equality(test, columns.place(numbersOf(attribute)), flagNumber)
  if (!hasNames(attribute)) return undefined
  return test.kind === 'like' || test.kind === 'search'
    ? containing(test, attribute, columns)
    : naming(test, attribute, columns)
}

/** Types of short texts. */
const NAMES: readonly string[] = ['enumeration', 'string', 'uid', 'email']

/** Whether it has short texts that are equal if their characters are. */
export function hasNames({ type, comparedByDatabase }: ScalarAttribute): boolean {
  return NAMES.includes(type) && comparedByDatabase !== true
}

const NOTHING: ScanTest = { kind: 'nothing' }

export function numbersOf(attribute: ScalarAttribute): WantedColumn {
  return { kind: 'number', attribute, terms: [], key: `number ${attribute.column}` }
}

function absence(attribute: ScalarAttribute, isAbsent: boolean, columns: WantedColumns): ScanTest | undefined {
  if (attribute.column === null) return undefined
  const wanted: WantedColumn = { kind: 'absent', attribute, terms: [], key: `absent ${attribute.column}` }
  const value = isAbsent ? 1 : 0
  return { kind: 'range', column: columns.place(wanted), low: value, high: value }
}

type ToNumber = (value: unknown) => number | undefined

/** Ids are compared as they were written. */
const idNumber: ToNumber = value =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : wholeNumber(value)
const wholeNumber: ToNumber = value => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const flagNumber: ToNumber = value => (typeof value === 'boolean' ? Number(value) : undefined)

/** The columns have whole numbers only, so that every comparison is a range of them. */
function comparison(test: Test, column: number, toNumber: ToNumber): ScanTest | undefined {
  if (test.kind === 'between') {
    const [low, high] = [toNumber(test.low), toNumber(test.high)]
    return low === undefined || high === undefined ? undefined : { kind: 'range', column, low, high }
  }
  if (test.kind !== 'compare') return equality(test, column, toNumber)
  const value = toNumber(test.value)
  if (value === undefined) return undefined
  switch (test.operator) {
    case '=':
      return { kind: 'range', column, low: value, high: value }
    case '<':
      return { kind: 'range', column, low: Number.NEGATIVE_INFINITY, high: Math.ceil(value) - 1 }
    case '<=':
      return { kind: 'range', column, low: Number.NEGATIVE_INFINITY, high: value }
    case '>':
      return { kind: 'range', column, low: Math.floor(value) + 1, high: Number.POSITIVE_INFINITY }
    case '>=':
      return { kind: 'range', column, low: value, high: Number.POSITIVE_INFINITY }
    default:
      return undefined
  }
}

function equality(test: Test, column: number, toNumber: ToNumber): ScanTest | undefined {
  const values = sought(test)
  const numbers = values?.map(toNumber)
  return numbers?.every(number => number !== undefined) ? { kind: 'oneOf', column, numbers } : undefined
}

function naming(test: Test, attribute: ScalarAttribute, columns: WantedColumns): ScanTest | undefined {
  const names = sought(test)
  if (names === undefined || !names.every(name => typeof name === 'string')) return undefined
  return { kind: 'named', column: columns.place(namesOf(attribute)), names }
}

export function namesOf(attribute: ScalarAttribute): WantedColumn {
  return { kind: 'named', attribute, terms: [], key: `named ${attribute.column}` }
}

type PatternTest = Extract<Test, { readonly kind: 'like' | 'search' }>

/** A text without wildcards, between those at its ends. Others are left to the database. */
const PLAIN_PATTERN = /^(%?)([^%_\\\0\ud800-\udfff\ufffd]+)(%?)$/

function containing(test: PatternTest, attribute: ScalarAttribute, columns: WantedColumns): ScanTest | undefined {
  const [, before, text, after] = PLAIN_PATTERN.exec(test.pattern) ?? []
  if (text === undefined) return undefined
  const isLowered = columns.lowersAsciiOnly || test.kind === 'search' || test.ignoreCase
  // What becomes of other letters is for the database to say.
  if (isLowered && !columns.lowersAsciiOnly && Buffer.byteLength(text) > text.length) return undefined
  const kind = isLowered ? 'lowered' : 'texts'
  const column = columns.place({ kind, attribute, terms: [], key: `${kind} ${attribute.column}` })
  const sought = isLowered ? text.replace(/[A-Z]+/g, letters => letters.toLowerCase()) : text
  return { kind: 'contains', column, text: sought, fromStart: before === '', toEnd: after === '' }
}

function sought(test: Test): readonly unknown[] | undefined {
  if (test.kind === 'in') return test.values
  return test.kind === 'compare' && test.operator === '=' ? [test.value] : undefined
}

/** `undefined` if entries are sorted by anything but columns of their own. */
function orderOf(
  order: readonly OrderTerm[],
  columns: WantedColumns,
): Pick<ListScan, 'order' | 'backwards'> | undefined {
  const [first] = order
  if (first === undefined) return { order: null, backwards: false }
  if (order.some(({ hops, column }) => hops.length > 0 || (column.kind !== 'id' && column.kind !== 'scalar')))
    return undefined
  // Nothing is left to be sorted by what follows an id.
  if (first.column.kind === 'id') return { order: null, backwards: first.order === 'desc' }
  const key = `order ${order.map(term => `${termColumn(term)} ${term.order}`).join(', ')}`
  return { order: columns.place({ kind: 'order', attribute: null, terms: order, key }), backwards: false }
}

export function termColumn({ column }: OrderTerm): string | null {
  return column.kind === 'scalar' ? column.attribute.column : 'id'
}
