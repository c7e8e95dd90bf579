/** Packed rows of PostgreSQL. To escape a text takes it longer than us; so texts come as they are, with their lengths. */

import { type Fragment, join, name, sql } from '../sql/fragment.ts'
import type { PackedColumn, PackedScalar } from '../sql/row-format.ts'
import { isUtc, zoneClock } from '../util/zone-clock.ts'
import { isoText } from './iso-text.ts'
import { putEpoch, putJson, putMoment, putNull, putNumber, putQuoted } from './json-values.ts'
import { END_OF_ROW, endOf, misplaced, numberOf } from './packed-bytes.ts'
import { unpacker } from './unpack-rows.ts'
import { finite, moment, writeJson, writeText } from './value-text.ts'
import { eachField, inCalls, type WireFormat } from './wire-format.ts'
import type { ValueWriter } from './write-values.ts'

/** `timezone` is the one in which the stored date-times are to be understood. */
export function postgresWire(timezone = 'UTC'): WireFormat {
  const zone = zoneClock(timezone)
  const clock = isUtc(timezone) ? null : zone
  const epoch = (value: unknown) => zone.toEpoch(Date.parse(`${String(value).replace(' ', 'T')}Z`))
  const epochOf = (bytes: Buffer, start: number, end: number) => {
    const time = Date.parse(`${bytes.toString('latin1', start, end).replace(' ', 'T')}Z`)
    return clock === null ? time : clock.toEpoch(time)
  }
  const quoted = orNull(putQuoted)
  return Object.freeze<WireFormat>({
    pack: (columns, query) => {
      const named = columns.map((_, index) => name(`v${index}`))
      const rows = query(raw => join(raw.map((value, index) => sql`${value} as ${named[index]!}`)))
      const texts = columns.flatMap((column, index) => withEnds(column, named[index]!))
      const row = inCalls(parts => sql`concat(${join(parts)})`, texts)
      return sql`select count(*), string_agg(${row}, E'\\x1e') from (${rows}) as p`
    },
    unpacker: columns => unpacker(columns, { endOfRow }),
    writers: {
      string: value => (typeof value === 'string' ? writeText(value) : JSON.stringify(value)),
      number: value => finite(Number(value)),
      digits: value => `"${String(value)}"`,
      boolean: value => (value === true ? 'true' : 'false'),
      json: writeJson,
      date: value => JSON.stringify(value),
      time: value => JSON.stringify(value),
      datetime: value => moment(epoch(value), milliseconds => `"${isoText(milliseconds)}"`),
      epoch: value => moment(epoch(value), milliseconds => `"${milliseconds}"`),
    },
    fields: eachField({
      string: { usual: 'measured', write: putQuoted },
      number: { usual: 'digits', write: orNull(putNumber) },
      digits: { usual: 'none', write: quoted },
      boolean: {
        usual: 'none',
        write: orNull((output, bytes, start) => output.ascii(bytes[start] === T ? 'true' : 'false')),
      },
      json: { usual: 'none', write: orNull(putJson(text => text)) },
      date: { usual: 'none', write: quoted },
      time: { usual: 'none', write: quoted },
      datetime: {
        usual: clock === null ? 'clock' : 'none',
        write: orNull((output, bytes, start, end) => putMoment(output, epochOf(bytes, start, end))),
      },
      epoch: {
        usual: 'none',
        write: orNull((output, bytes, start, end) => putEpoch(output, epochOf(bytes, start, end))),
      },
    }),
  })
}

/** Texts may be anything, and empty without being null. JSON has no control characters, nor has any other value. */
function isMeasured(column: PackedColumn): boolean {
  return typeof column !== 'string' && column.form === 'string'
}

const END = sql`E'\\x1f'`

function withEnds(column: PackedColumn, value: Fragment): readonly Fragment[] {
  if (!isMeasured(column)) return [value, END]
  const text = sql`${value}::text`
  return [sql`octet_length(${text})`, END, text, END]
}

/** Steps over the texts, in which anything may stand. */
function endOfRow(columns: readonly PackedScalar[]): (bytes: Buffer, start: number) => number {
  const measured = columns.map(isMeasured)
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

const T = 't'.charCodeAt(0)

/** No value is empty that is no text. */
function orNull(write: ValueWriter): ValueWriter {
  return (output, bytes, start, end) => (end === start ? putNull(output) : write(output, bytes, start, end))
}
