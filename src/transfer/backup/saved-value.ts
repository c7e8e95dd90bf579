/** Values of rows in an archive, and in the database that they are restored to. */
import type { ColumnKind } from '../../schema/column-kind.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { SqlValue } from '../../sql/statement.ts'
import { damaged } from '../archive/damaged-archive.ts'
import type { ValueKind } from './structure/make-tables.ts'

/**
 * As the database sends them: on PostgreSQL the text of the value, on SQLite the stored value. `i` is an integer that is
 * too large for a JSON number, `b` are bytes in base64.
 */
export type SavedValue = string | number | null | { readonly i: string } | { readonly b: string }

export function toSaved(value: unknown): SavedValue {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : { i: String(value) }
  if (value instanceof Uint8Array) return { b: Buffer.from(value).toString('base64') }
  return value as string | number | null
}

function storedValue(saved: SavedValue): SqlValue {
  if (saved === null || typeof saved !== 'object') return saved
  if ('i' in saved) return BigInt(saved.i)
  if ('b' in saved) return Buffer.from(saved.b, 'base64')
  throw damaged('a row is not readable')
}

export type Convert = (saved: SavedValue) => SqlValue

/** The dialects hold the time zones of the stored date-times. */
export function converter(from: SqlDialect, to: SqlDialect, kind: ValueKind, sameZone: boolean): Convert {
  const same = from.name === to.name
  if (kind === 'bytes') return saved => (saved === null ? null : bytes(saved))
  const convert =
    kind === 'datetime' && !(same && sameZone) ? moment(from, to) : same ? storedValue : ACROSS[to.name](kind)
  return saved => (saved === null ? null : convert(saved))
}

const moment =
  (from: SqlDialect, to: SqlDialect): Convert =>
  saved => {
    const at = from.moment(storedValue(saved))
    return at === null ? null : to.encode('datetime', new Date(at))
  }

/** PostgreSQL writes bytes as `\\x0aff`. */
const bytes: Convert = saved => {
  const value = storedValue(saved)
  if (value instanceof Uint8Array) return value
  const text = String(value)
  return text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex') : Buffer.from(text)
}

const ACROSS: Readonly<Record<SqlDialect['name'], (kind: ColumnKind) => Convert>> = {
  sqlite: kind => TO_SQLITE[kind] ?? storedValue,
  postgres: kind => TO_POSTGRES[kind] ?? text,
}

const text: Convert = saved => {
  const value = storedValue(saved)
  return withoutNul(value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value))
}

/** PostgreSQL has no such character in texts. */
const withoutNul = (given: string): string => given.replaceAll('\0', '')

const number: Convert = saved => Number(saved)
const whole: Convert = saved => {
  const exact = BigInt(String(saved))
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact
}

const TO_SQLITE: Partial<Record<ColumnKind, Convert>> = {
  id: whole,
  reference: whole,
  integer: whole,
  bigint: whole,
  double: number,
  decimal: number,
  boolean: saved => (saved === 'true' ? 1 : 0),
  json: saved => JSON.stringify(JSON.parse(String(saved))),
  // PostgreSQL drops trailing zeros.
  time: saved => {
    const [clock = '', fraction = ''] = String(saved).split('.')
    return `${clock}.${fraction.slice(0, 3).padEnd(3, '0')}`
  },
}

const TO_POSTGRES: Partial<Record<ColumnKind, Convert>> = {
  boolean: saved => saved !== 0 && saved !== '0' && saved !== 'false',
  json: saved => jsonText(text(saved) as string),
  // SQLite takes any text, and Strapi has stored days as milliseconds, too.
  date: saved => (typeof saved === 'number' ? new Date(saved).toISOString().slice(0, 10) : text(saved)),
  time: saved => (typeof saved === 'number' ? new Date(saved).toISOString().slice(11, 23) : text(saved)),
}

/** PostgreSQL stores no such character. A backslash and what it stands for belong together. */
function withoutEscapedNul(json: string): string {
  return json.replaceAll(/\\(?:u0000|.)/g, escaped => (escaped === '\\u0000' ? '' : escaped))
}

/** SQLite does not check what is stored as JSON. */
function jsonText(given: string): string {
  try {
    const parsed: unknown = JSON.parse(given)
    return given.includes('\\u0000') ? withoutEscapedNul(JSON.stringify(parsed)) : given
  } catch {
    return JSON.stringify(given)
  }
}
