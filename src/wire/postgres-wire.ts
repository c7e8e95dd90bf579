/**
 * The wire format of PostgreSQL. PostgreSQL escapes strings more slowly than we do, so it sends them unescaped, preceded
 * by their length in bytes. One row, from the table to the answer (␟ is the byte 0x1f, which ends a value; ␞ is 0x1e,
 * between two rows):
 *
 *     select count(*), string_agg(format(E'%s\x1f%s\x1f%s\x1f%s\x1f%s\x1f', v0, octet_length(v1::text), v1::text, v2, v3), E'\x1e')
 *       from (select id as v0, title as v1, views as v2, seen_at as v3 from articles) as p
 *
 *     2 rows: 1␟8␟Say "hi"␟7␟2022-02-15 01:30:15.001␟␞2␟␟␟␟␟
 *
 *     { keys: [1], start: 2 }, { keys: [2], start: 42 }      (packed-rows.ts)
 *     "title":"Say \"hi\"","views":7,"seenAt":"2022-02-15T01:30:15.001Z"      (write-values.ts)
 *     "title":null,"views":null,"seenAt":null
 */
import { type Fragment, join, NOTHING, name, sql } from '../sql/fragment.ts'
import type { PackedColumn, PackedScalar } from '../sql/row-format.ts'
import { isUtc, zoneClock } from '../util/time/zone-clock.ts'
import { callsOf, END_OF_ROW, endOf, misplaced, numberOf, unpacker } from './packed-rows.ts'
import {
  fieldForm,
  jsonWriter,
  type MomentWriter,
  memberKey,
  singleValueJson,
  type ValueTable,
  type ValueWriter,
  viewWriters,
  writeEpoch,
  writeIso,
  writeNull,
  writeNumber,
  writeQuoted,
} from './value-kind.ts'
import type { WireFormat } from './wire-format.ts'

/** `timezone` is that of the stored date-times. */
export function postgresWire(timezone = 'UTC'): WireFormat {
  const values = valueTable(timezone)
  return Object.freeze<WireFormat>({
    pack: (columns, query) => {
      const named = columns.map((_, index) => name(`v${index}`))
      const rows = query(raw => join(raw.map((value, index) => sql`${value} as ${named[index]!}`)))
      const texts = columns.flatMap((column, index) => textsOf(values, column, named[index]!))
      const row = join(callsOf(texts).map(withEnds), ' || ')
      return sql`select count(*), string_agg(${row}, E'\\x1e') from (${rows}) as p`
    },
    unpacker: columns => unpacker(columns, { endOfRow: scalars => endOfRow(values, scalars) }),
    fields: (scalars, behindOthers) =>
      scalars.map((scalar, index) => ({
        key: memberKey(scalar.name, behindOthers || index > 0),
        ...fieldForm(values, scalar),
      })),
    select: (form, column) => sql`${values[form].expression(column)}::text`,
    toJson: singleValueJson(values),
  })
}

/** Strings may contain anything, and may be empty without being null. Other values are never empty and have no control characters. */
function valueTable(timezone: string): ValueTable {
  const expression = (column: Fragment) => column
  const quoted = orNull(writeQuoted)
  return {
    string: { expression, usual: 'measured', write: writeQuoted },
    number: { expression, usual: 'digits', write: orNull(writeNumber) },
    digits: { expression, usual: 'none', write: quoted },
    boolean: { expression, usual: 'none', write: orNull(writeBoolean) },
    json: {
      expression,
      usual: 'none',
      write: orNull(jsonWriter(false)),
      writeView: viewWriters(view => orNull(jsonWriter(false, view))),
    },
    date: { expression, usual: 'none', write: quoted },
    time: { expression, usual: 'none', write: quoted },
    datetime: {
      expression,
      usual: isUtc(timezone) ? 'clock' : 'none',
      write: orNull(momentWriter(timezone, writeIso)),
    },
    epoch: { expression, usual: 'none', write: orNull(momentWriter(timezone, writeEpoch)) },
  }
}

function orNull(write: ValueWriter): ValueWriter {
  return (output, bytes, start, end) => (end === start ? writeNull(output) : write(output, bytes, start, end))
}

const T = 't'.charCodeAt(0)

const writeBoolean: ValueWriter = (output, bytes, start) => output.ascii(bytes[start] === T ? 'true' : 'false')

function momentWriter(timezone: string, write: MomentWriter): ValueWriter {
  const clock = zoneClock(timezone)
  return (output, bytes, start, end) => {
    const time = Date.parse(`${bytes.toString('latin1', start, end).replace(' ', 'T')}Z`)
    write(output, clock.toEpoch(time))
  }
}

function isMeasured(values: ValueTable, column: PackedColumn): boolean {
  return typeof column !== 'string' && values[column.form].usual === 'measured'
}

function textsOf(values: ValueTable, column: PackedColumn, value: Fragment): readonly Fragment[] {
  if (!isMeasured(values, column)) return [value]
  const text = sql`${value}::text`
  return [sql`octet_length(${text})`, text]
}

/** PostgreSQL copies the ends faster as parts of a pattern than as values of their own. */
function withEnds(texts: readonly Fragment[]): Fragment {
  const pattern = texts.reduce(before => sql`${before}%s\\x1f`, NOTHING)
  return sql`format(E'${pattern}', ${join(texts)})`
}

/** Skips strings, which may contain anything. */
function endOfRow(values: ValueTable, scalars: readonly PackedScalar[]): (bytes: Buffer, start: number) => number {
  const measured = scalars.map(scalar => isMeasured(values, scalar))
  return (bytes, start) => {
    let at = start
    for (const isText of measured) {
      const end = endOf(bytes, at)
      at = isText ? end + 1 + (end === at ? 0 : numberOf(bytes, at, end)) + 1 : end + 1
    }
    if (at !== bytes.length && bytes[at] !== END_OF_ROW) throw misplaced()
    return at
  }
}
