/**
 * The price of each kind of work, in points. One point is roughly a microsecond of database work on a small server, as
 * measured with 1,000 and 10,000 articles of 5 to 10 KB. Where the two databases differ, they have separate prices. At the end: how
 * many related rows an entry has on average.
 */

import type { LinkedAttribute, Model, MorphAttribute, ZoneAttribute } from '../../schema/schema.ts'
import type { TableStatistics } from './table-statistics.ts'

/** A statement, however few rows it finds. */
export const STATEMENT = 50
/** A row that a statement examines. */
export const READ_ROW = 1
/** A comparison with one value. */
export const TESTED_VALUE = 0.1
/** Each value in a list. */
export const LISTED_VALUE = 0.01
/** Following a relation in a filter, before any row is found there. */
export const FOLLOWED_LINK = 1
/** Sorting one row, for each doubling of the number of rows. */
export const SORTED_ROW = 0.1
/** A row that is only counted. */
export const COUNTED_ROW = 0.02
/** Reading a thousand characters for the answer. */
export const READ_KILOBYTE = 12
/** An entry in the answer, and a thousand characters of it. */
export const SHOWN_ENTRY = 2
export const SHOWN_KILOBYTE = 8

/** A link to a row that a filter tests, if all links are read at once. */
export const JOINED_ROW: Readonly<Record<TableStatistics['database'], number>> = { sqlite: 6, postgres: 1 }

/** The price of a thousand characters in a column that a filter or a sort key uses. */
export interface TextPrices {
  /** Accessing them. PostgreSQL stores long values compressed and separately from their row. */
  readonly opened: number
  /** Searching them for a string: with `$contains`, with `$containsi`, and with `_q`. */
  readonly compared: number
  readonly ignoringCase: number
  readonly searched: number
  /** The extra cost of each wildcard in the pattern. */
  readonly wildcard: number
}

export const TEXT_PRICES: Readonly<Record<TableStatistics['database'], TextPrices>> = {
  sqlite: { opened: 0.8, compared: 2.5, ignoringCase: 5, searched: 2, wildcard: 2 },
  postgres: { opened: 3, compared: 8, ignoringCase: 30, searched: 40, wildcard: 1.5 },
}

/** The price of a relation that a sort key follows, and of each row found there. */
export interface SortPrices {
  readonly followed: number
  readonly found: number
}

export const SORT_PRICES: Readonly<Record<TableStatistics['database'], SortPrices>> = {
  sqlite: { followed: 1, found: 1.3 },
  postgres: { followed: 4, found: 4 },
}

/** A table that holds the links of many attributes reveals little about any one of them. */
const MOST_FROM_SHARED_TABLE = 10

export function rowsOf({ table }: Model, statistics: TableStatistics): number {
  return table === null ? 0 : statistics.rows(table)
}

/** Rows of `target` per row of `parent`. */
export function fanOut(attribute: LinkedAttribute, parent: Model, target: Model, statistics: TableStatistics): number {
  const { link, many } = attribute
  if (link === null || target.table === null) return 0
  if (link.kind === 'parent-column') return 1
  const links = link.kind === 'table' ? statistics.rows(link.table) : rowsOf(target, statistics)
  const most = many ? (link.fixed.length > 0 ? MOST_FROM_SHARED_TABLE : Number.POSITIVE_INFINITY) : 1
  return Math.min(links / Math.max(1, rowsOf(parent, statistics)), most)
}

/** Blocks of a zone, or entries of a morph relation, per row of `parent`. */
export function variantFanOut(
  { link }: ZoneAttribute | MorphAttribute,
  parent: Model,
  statistics: TableStatistics,
): number {
  if (link === null) return 0
  if (link.kind === 'columns') return 1
  return statistics.rows(link.table) / Math.max(1, rowsOf(parent, statistics))
}
