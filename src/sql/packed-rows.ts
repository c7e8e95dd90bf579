/**
 * Rows that travel as one value. A driver takes longer to hand over the thousands of values of an answer than the
 * database takes to find them; so the database puts them together. They never become strings: bytes come from the
 * database, bytes go to the client (`write-values.ts`).
 */
import type { OutputForm } from '../schema/attributes/attribute-type.ts'
import type { SqlDialect } from './dialect.ts'
import type { Fragment } from './fragment.ts'
import type { Row, Statement, Unpack } from './statement.ts'
import type { ValueForm } from './write-values.ts'

/** A number that rows are found by, the name of a model, or a value in a form of the answer. */
export type PackedColumn = 'key' | 'name' | OutputForm

/** A query for rows, given how it writes what it selects. */
export type PackedQuery = (select: (values: readonly Fragment[]) => Fragment) => Fragment

/** How a database packs rows. */
export interface Packing {
  /** Gives one row: the number of rows, and all of their values, or null where there are none. */
  pack(columns: readonly PackedColumn[], query: PackedQuery): Fragment
  /** Where a row ends whose values begin here. */
  endOfRow(columns: readonly PackedColumn[]): (bytes: Buffer, start: number) => number
  readonly forms: Readonly<Record<OutputForm, ValueForm>>
}

/** Ends every value, and every row but the last one. */
export const END = 0x1f
export const END_OF_ROW = 0x1e

/**
 * Keys and names come first. A row that was unpacked holds them, then the bytes of all rows, and where in them its
 * other values begin.
 */
export function compilePacked(dialect: SqlDialect, columns: readonly PackedColumn[], query: PackedQuery): Statement {
  const { packing } = dialect
  return dialect.compile(packing.pack(columns, query), unpacker(columns, packing))
}

function unpacker(columns: readonly PackedColumn[], packing: Packing): Unpack {
  const leading = columns.filter(column => column === 'key' || column === 'name')
  const endOfRow = packing.endOfRow(columns.slice(leading.length))
  return (count, bytes) => {
    if (bytes === null) return []
    const rows: Row[] = []
    let at = 0
    while (at < bytes.length) {
      const row: unknown[] = []
      for (const column of leading) {
        const end = endOf(bytes, at)
        row.push(column === 'key' ? keyOf(bytes, at, end) : bytes.toString('utf8', at, end))
        at = end + 1
      }
      row.push(bytes, at)
      rows.push(row)
      at = endOfRow(bytes, at) + 1
    }
    if (rows.length !== count) throw misplaced()
    return rows
  }
}

/** Never seen, but values of another column, or of another row, must not reach anybody. */
export function misplaced(): Error {
  return new Error('A packed value is not where it should be')
}

/** So many bytes are looked at one by one before the rest is searched. */
const NEAR = 24

export function endOf(bytes: Buffer, start: number): number {
  const near = start + NEAR
  for (let at = start; at < near; at += 1) if (bytes[at] === END) return at
  const end = bytes.indexOf(END, near)
  if (end < 0) throw misplaced()
  return end
}

const ZERO = '0'.charCodeAt(0)
const MINUS = '-'.charCodeAt(0)

/** Digits as a number. */
export function numberOf(bytes: Buffer, start: number, end: number): number {
  let number = 0
  for (let at = bytes[start] === MINUS ? start + 1 : start; at < end; at += 1) number = number * 10 + bytes[at]! - ZERO
  return bytes[start] === MINUS ? -number : number
}

/** Digits that a number holds exactly. */
export const MOST_DIGITS = 15

function isWhole(bytes: Buffer, start: number, end: number): boolean {
  const first = bytes[start] === MINUS ? start + 1 : start
  if (end === first || end - first > MOST_DIGITS) return false
  for (let at = first; at < end; at += 1) if (bytes[at]! < ZERO || bytes[at]! > ZERO + 9) return false
  return true
}

function keyOf(bytes: Buffer, start: number, end: number): number | null {
  return isWhole(bytes, start, end) ? numberOf(bytes, start, end) : null
}

/** Values in one call, of which PostgreSQL takes a hundred. */
const MOST_ARGUMENTS = 90

/** A call with any number of arguments of a function that strings texts together. */
export function inCalls(call: (values: readonly Fragment[]) => Fragment, values: readonly Fragment[]): Fragment {
  if (values.length <= MOST_ARGUMENTS) return call(values)
  const parts = Array.from({ length: Math.ceil(values.length / MOST_ARGUMENTS) }, (_, index) =>
    call(values.slice(index * MOST_ARGUMENTS, (index + 1) * MOST_ARGUMENTS)),
  )
  return inCalls(call, parts)
}
