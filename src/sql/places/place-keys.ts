/**
 * Sort keys that come back from a client, as values of the database. Whatever is not in the form that the database itself
 * writes is refused here, because the database would end the statement with an error.
 */
import { ATTRIBUTE_TYPES } from '../../schema/attributes/registry.ts'
import type { ScalarType } from '../../schema/schema.ts'
import { type Fragment, sql } from '../fragment.ts'
import type { SqlValue } from '../statement.ts'

const WHOLE = /^-?\d{1,19}$/
const NUMBER = /^-?\d{1,40}(\.\d{1,40})?(e[+-]?\d{1,3})?$/i
const MOMENT = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(\.\d{1,6})?([+-]\d{2}(?::\d{2})?)?$/

/** Binds what is read from the text of a key; other keys of the same form may take its place. */
export type BindKey = (read: (text: string) => SqlValue) => Fragment

const asText = (text: string): string => text

/** The text that PostgreSQL makes of a value. */
export function postgresPlaceKey(type: ScalarType, text: string, bind: BindKey): Fragment | undefined {
  switch (type) {
    case 'integer':
    case 'biginteger':
      return isWhole(text) ? sql`${bind(asText)}::int8` : undefined
    case 'float':
      return isDouble(text) ? sql`${bind(asText)}::float8` : undefined
    case 'decimal':
      return isDouble(text) ? sql`${bind(asText)}::numeric` : undefined
    case 'boolean':
      return text === 'true' || text === 'false' ? sql`${bind(asText)}::text::boolean` : undefined
    case 'date':
      return isMoment(`${text} 00:00:00`) ? sql`${bind(asText)}::text::date` : undefined
    case 'time':
      return isMoment(`2000-01-01 ${text}`) ? sql`${bind(asText)}::text::time` : undefined
    case 'datetime':
    case 'timestamp':
      return isMoment(text) ? sql`${bind(asText)}::text::timestamptz` : undefined
    default:
      if (ATTRIBUTE_TYPES[type].output === 'json') return isJson(text) ? sql`${bind(asText)}::text::jsonb` : undefined
      return text.includes('\0') ? undefined : sql`${bind(asText)}::text`
  }
}

/** The literal that SQLite makes of a value: a number, or a string in single quotes. Columns may hold either. */
export function sqlitePlaceKey(text: string, bind: BindKey): Fragment | undefined {
  if (/^'(?:[^']|'')*'$/.test(text)) return bind(quoted => quoted.slice(1, -1).replaceAll("''", "'"))
  if (isWhole(text)) return sql`cast(${bind(asText)} as integer)`
  return isDouble(text) ? bind(Number) : undefined
}

/** A whole number of 64 bits. */
function isWhole(text: string): boolean {
  return WHOLE.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
}

/** Neither too large nor too small for a number of 64 bits. */
function isDouble(text: string): boolean {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) && (number !== 0 || /^-?0*(\.0*)?(e.*)?$/i.test(text))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return !text.includes('\\u0000')
  } catch {
    return false
  }
}

function isMoment(text: string): boolean {
  const [, day, clock] = MOMENT.exec(text) ?? []
  return (
    day !== undefined && !Number.isNaN(Date.parse(`${day}T${clock}Z`)) && !Number.isNaN(Date.parse(`${day}T00:00Z`))
  )
}
