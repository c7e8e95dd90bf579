/**
 * One column on its way from MySQL: what is stored, and a text that is the same for the value there and here. The two
 * texts are made in different ways, so that comparing them checks the conversion as well.
 */
import type { ColumnKind } from '../../schema/column-kind.ts'
import type { SqlDialect } from '../../sql/sql-dialect.ts'
import type { SqlValue } from '../../sql/statement.ts'
import { trimEnd } from '../../util/text/trim-run.ts'
import { zoneClock } from '../../util/time/zone-clock.ts'
import type { ExactType } from './planned-table.ts'

export interface ColumnCopy {
  /** The value to store. */
  store(text: string): SqlValue
  /** The comparable text of a value of the source; `null` for one that becomes NULL. */
  given(text: string): string | null
  /** The comparable text of a stored value, as a snapshot gives it. */
  stored(value: unknown): string
}

export interface ColumnInput {
  readonly kind: ColumnKind
  readonly exact: ExactType | undefined
  /** Of the target. */
  readonly dialect: SqlDialect
  /** Of the source's date-times. */
  readonly timezone: string
  /** Counts a value that is not the same afterwards. */
  readonly changed: (how: string) => void
}

export function columnCopy(input: ColumnInput): ColumnCopy {
  const copy = copyOf(input)
  if (input.dialect.name === 'sqlite') return copy
  // PostgreSQL gets numbers as text.
  const store = (text: string): SqlValue => {
    const stored = copy.store(text)
    return typeof stored === 'number' || typeof stored === 'bigint' ? String(stored) : stored
  }
  return { ...copy, store }
}

function copyOf(input: ColumnInput): ColumnCopy {
  if (input.exact?.kind === 'bytes') return BYTES[input.dialect.name]
  switch (input.kind) {
    case 'datetime':
      return dateTime(input)
    case 'decimal':
      return input.dialect.name === 'sqlite' ? roundedDecimal(input) : PLAIN
    case 'date':
      return withoutZeroDates(input)
    default:
      return COPIES[input.kind]
  }
}

const PLAIN: ColumnCopy = { store: text => text, given: text => text, stored: String }

const whole = (text: string): SqlValue => {
  const exact = BigInt(text)
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact
}
const WHOLE: ColumnCopy = { store: whole, given: text => String(BigInt(text)), stored: String }

const isTrue = (text: string): boolean => text !== '0'

const COPIES: Readonly<Record<Exclude<ColumnKind, 'datetime' | 'decimal' | 'date'>, ColumnCopy>> = {
  id: WHOLE,
  reference: WHOLE,
  integer: WHOLE,
  bigint: WHOLE,
  varchar: PLAIN,
  text: PLAIN,
  double: { store: Number, given: text => String(Number(text)), stored: value => String(Number(value)) },
  boolean: {
    store: isTrue,
    given: text => String(isTrue(text)),
    stored: value => String(value === 'true' || value === 1n),
  },
  json: { store: jsonText, given: comparableJson, stored: value => comparableJson(String(value)) },
  // PostgreSQL drops trailing zeros.
  time: { store: text => text, given: shortTime, stored: value => shortTime(String(value)) },
}

const BYTES: Readonly<Record<SqlDialect['name'], ColumnCopy>> = {
  sqlite: {
    store: text => Buffer.from(text, 'hex'),
    given: text => text.toLowerCase(),
    stored: value => Buffer.from(value as Uint8Array).toString('hex'),
  },
  postgres: {
    store: text => Buffer.from(text, 'hex'),
    given: text => text.toLowerCase(),
    stored: value => String(value).slice('\\x'.length),
  },
}

function shortTime(text: string): string {
  const hasFraction = /^\d*$/.test(text.slice(text.lastIndexOf('.') + 1)) && text.includes('.')
  return hasFraction ? trimEnd(trimEnd(text, '0'), '.') : text
}

/** Older servers do not check what is stored as JSON. */
function jsonText(text: string): string {
  return parsed(text) === undefined ? JSON.stringify(text) : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** PostgreSQL and MySQL put keys in an order of their own. */
function comparableJson(text: string): string {
  return JSON.stringify(JSON.parse(jsonText(text)), (_key, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

/** SQLite has no decimals. */
function roundedDecimal({ changed }: ColumnInput): ColumnCopy {
  return {
    store(text) {
      if (!isSameNumber(text)) changed('rounded to the 15 digits that SQLite keeps')
      return Number(text)
    },
    given: text => String(Number(text)),
    stored: value => String(Number(value)),
  }
}

const SAFE_DIGITS = 15
const isSameNumber = (text: string): boolean => text.replace(/\D/g, '').replace(/^0+/, '').length <= SAFE_DIGITS

const ZERO_DATE = /^\d{4}-(00-\d\d|\d\d-00)/
const NO_DATE = 'set to NULL, because they are no dates (0000-00-00)'

function withoutZeroDates({ changed }: ColumnInput): ColumnCopy {
  return {
    store(text) {
      if (!ZERO_DATE.test(text)) return text
      changed(NO_DATE)
      return null
    },
    given: text => (ZERO_DATE.test(text) ? null : text),
    stored: String,
  }
}

/** Strapi stores date-times by the clock of its own process; SQLite has milliseconds since 1970. */
function dateTime({ dialect, timezone, changed }: ColumnInput): ColumnCopy {
  const toEpoch = rememberingClock(timezone)
  const momentOf = (text: string): number => toEpoch(Date.parse(`${text.slice(0, 23).replace(' ', 'T')}Z`))
  const encode = (moment: number, text: string): SqlValue => {
    const stored = dialect.encode('datetime', new Date(moment))
    return typeof stored === 'string' ? stored + microseconds(text) : stored
  }
  const readBack = (stored: unknown, text: string): string =>
    `${dialect.moment(stored)} ${microsecondsIn(dialect, text)}`
  return {
    store(text) {
      if (ZERO_DATE.test(text)) {
        changed(NO_DATE)
        return null
      }
      const moment = momentOf(text)
      const stored = encode(moment, text)
      if (dialect.moment(stored) !== moment)
        changed('moved by an hour, because the clock of PostgreSQL shows that hour twice')
      return stored
    },
    given: text => (ZERO_DATE.test(text) ? null : readBack(encode(momentOf(text), text), text)),
    stored: value => readBack(typeof value === 'bigint' ? Number(value) : value, String(value)),
  }
}

/** `microseconds('2023-01-01 10:00:00.123456')` is `456`. */
const microseconds = (text: string): string => (text.split('.')[1] ?? '').padEnd(6, '0').slice(3, 6)

const microsecondsIn = ({ name }: SqlDialect, text: string): string => (name === 'sqlite' ? '' : microseconds(text))

/** Clocks change at the quarter of an hour at most. */
const QUARTER = 15 * 60_000
const MOST_QUARTERS = 100_000

/** The time zone's rules are slow, and rows of one table are often of the same time. */
function rememberingClock(timezone: string): (wallClock: number) => number {
  const clock = zoneClock(timezone)
  const offsets = new Map<number, number>()
  return wallClock => {
    const quarter = Math.floor(wallClock / QUARTER)
    const known = offsets.get(quarter)
    if (known !== undefined) return wallClock + known
    if (offsets.size >= MOST_QUARTERS) offsets.clear()
    const offset = clock.toEpoch(wallClock) - wallClock
    offsets.set(quarter, offset)
    return wallClock + offset
  }
}
