/** What the packed rows of both databases have in common: how their values are joined, and how their bytes are read. */
import { type Fragment, join } from '../sql/fragment.ts'
import type { PackedColumn, PackedScalar } from '../sql/row-format.ts'
import type { PackedRow, RowKey, Unpack } from '../sql/statement.ts'

/** A call of an SQL function that concatenates strings. */
type Call = (texts: Fragment) => Fragment

/** Arguments per call; PostgreSQL allows a hundred. */
const MOST_ARGUMENTS = 90

/** The same for any number of strings: nested calls. */
export function callWithAll(call: Call, texts: readonly Fragment[]): Fragment {
  if (texts.length <= MOST_ARGUMENTS) return call(join(texts))
  return callWithAll(
    call,
    callsOf(texts).map(part => call(join(part))),
  )
}

/** The arguments of each call, where one call cannot have all of them. */
export function callsOf(texts: readonly Fragment[]): readonly (readonly Fragment[])[] {
  return Array.from({ length: Math.ceil(texts.length / MOST_ARGUMENTS) }, (_, index) =>
    texts.slice(index * MOST_ARGUMENTS, (index + 1) * MOST_ARGUMENTS),
  )
}

/** Ends every value. */
export const END_OF_VALUE = 0x1f
/** Ends every row except the last. */
export const END_OF_ROW = 0x1e

/** Has never happened, but values of another column or row must not reach anyone. */
export function misplaced(): Error {
  return new Error('A packed value is not where it should be')
}

/** This many bytes are checked one by one before the rest is searched. */
const NEAR = 24

export function endOf(bytes: Buffer, start: number): number {
  const near = start + NEAR
  for (let at = start; at < near; at += 1) if (bytes[at] === END_OF_VALUE) return at
  const end = bytes.indexOf(END_OF_VALUE, near)
  if (end < 0) throw misplaced()
  return end
}

const ZERO = '0'.charCodeAt(0)
const MINUS = '-'.charCodeAt(0)

/** Converts digits to a number. */
export function numberOf(bytes: Buffer, start: number, end: number): number {
  let number = 0
  for (let at = bytes[start] === MINUS ? start + 1 : start; at < end; at += 1) number = number * 10 + bytes[at]! - ZERO
  return bytes[start] === MINUS ? -number : number
}

/** How many digits a number holds exactly. */
export const MOST_DIGITS = 15

function isWhole(bytes: Buffer, start: number, end: number): boolean {
  const first = bytes[start] === MINUS ? start + 1 : start
  if (end === first || end - first > MOST_DIGITS) return false
  for (let at = first; at < end; at += 1) if (bytes[at]! < ZERO || bytes[at]! > ZERO + 9) return false
  return true
}

/** The key as a number; `null` if it is not one. */
function parseKey(bytes: Buffer, start: number, end: number): number | null {
  return isWhole(bytes, start, end) ? numberOf(bytes, start, end) : null
}

// Reads the rows from the single value that a packed statement returns. Reads only keys; other values stay in the bytes.

export interface Unpacking {
  /** For databases that may contain strings that are not UTF-8. */
  readonly toUtf8?: (packed: Buffer) => Buffer
  /** Where a row ends whose values start here. */
  readonly endOfRow: (scalars: readonly PackedScalar[]) => (bytes: Buffer, start: number) => number
}

export function unpacker(columns: readonly PackedColumn[], { toUtf8, endOfRow }: Unpacking): Unpack<PackedRow> {
  const leading = columns.filter(column => typeof column === 'string')
  const endOfValues = endOfRow(columns.filter(column => typeof column !== 'string'))
  return (count, packed) => {
    if (packed === null) return []
    const bytes = toUtf8?.(packed) ?? packed
    const rows: PackedRow[] = []
    let at = 0
    while (at < bytes.length) {
      const keys = new Array<RowKey>(leading.length)
      for (let index = 0; index < leading.length; index += 1) {
        const end = endOf(bytes, at)
        keys[index] = leading[index] === 'key' ? parseKey(bytes, at, end) : bytes.toString('utf8', at, end)
        at = end + 1
      }
      rows.push({ keys, bytes, start: at })
      at = endOfValues(bytes, at) + 1
    }
    if (rows.length !== count) throw misplaced()
    return rows
  }
}
