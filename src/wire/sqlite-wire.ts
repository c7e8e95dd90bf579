/** Packed rows of SQLite: every text is quoted as JSON by the database, so that none can hold the end of a value. */
import { isUtf8 } from 'node:buffer'
import type { OutputForm } from '../schema/attributes/attribute-type.ts'
import { type Fragment, join, literal, sql } from '../sql/fragment.ts'
import type { PackedScalar } from '../sql/row-format.ts'
import { isoText } from './iso-text.ts'
import { putAll, putEpoch, putJson, putMoment, putNull, putNumber } from './json-values.ts'
import { END_OF_ROW } from './packed-bytes.ts'
import { unpacker } from './unpack-rows.ts'
import { finite, moment, writeJson, writeText } from './value-text.ts'
import { inCalls, keyOf, type WireFormat } from './wire-format.ts'
import type { ValueForm, ValueWriter } from './write-values.ts'

const AS_IT_IS: ValueForm = { usual: 'json', write: putAll }

const FORMS: Readonly<Record<OutputForm, ValueForm>> = {
  string: AS_IT_IS,
  number: { usual: 'digits', write: putNumber },
  digits: AS_IT_IS,
  boolean: AS_IT_IS,
  json: { usual: 'none', write: (...value) => (isText(value[1], value[2]) ? putText(...value) : putNumber(...value)) },
  date: AS_IT_IS,
  time: AS_IT_IS,
  datetime: { usual: 'milliseconds', write: writeMoment(putMoment) },
  epoch: { usual: 'none', write: writeMoment(putEpoch) },
}

export const sqliteWire: WireFormat = Object.freeze<WireFormat>({
  pack: (columns, query) => {
    const scalars = columns.filter(column => typeof column !== 'string')
    const leading = columns.length - scalars.length
    const values = query(raw => {
      const keys = raw.slice(0, leading).map(key => sql`ifnull(${key}, '')`)
      const texts = runsOf(scalars).map(run => expressionOf(run, raw.slice(leading + run.start, leading + run.end)))
      // The empty text behind the last value gives that one an end too.
      return sql`${inCalls(parts => sql`concat_ws(x'1f', ${join(parts)})`, [...keys, ...texts, sql`''`])} as v`
    })
    return sql`select count(*), cast(group_concat(v, x'1e') as blob) from (${values})`
  },
  unpacker: columns => unpacker(columns, { legible, endOfRow: () => endOfRow }),
  writers: {
    string: value => writeText(typeof value === 'string' ? value : String(value)),
    number: value => (typeof value === 'number' ? finite(value) : finite(Number(value))),
    digits: value => `"${String(value)}"`,
    boolean: value => (value === 1 || value === true ? 'true' : value === 0 || value === false ? 'false' : 'null'),
    json: writeJson,
    date: value => JSON.stringify(value),
    time: value => JSON.stringify(value),
    datetime: value => momentText(value, milliseconds => `"${isoText(milliseconds)}"`),
    epoch: value => momentText(value, milliseconds => `"${milliseconds}"`),
  },
  fields: (scalars, behindOthers) =>
    runsOf(scalars).map(({ start, scalars: [first, ...others] }) => {
      const comma = behindOthers || start > 0
      if (others.length > 0) return { key: Buffer.from(comma ? ',' : ''), usual: 'members', write: putAll }
      return { key: keyOf(first!.name, comma), ...FORMS[first!.form] }
    }),
})

function legible(packed: Buffer): Buffer {
  return isUtf8(packed) ? packed : Buffer.from(packed.toString())
}

function endOfRow(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(END_OF_ROW, start)
  return end < 0 ? bytes.length : end
}

/** Date-times are milliseconds; older databases may hold text. What is no date reads as null. */
function momentText(value: unknown, write: (milliseconds: number) => string): string {
  return moment(typeof value === 'number' ? Math.trunc(value) : new Date(String(value)).getTime(), write)
}

/** Values that come together. */
interface Run {
  readonly start: number
  readonly end: number
  readonly scalars: readonly PackedScalar[]
}

/** One call takes two arguments for each of them. */
const LONGEST_RUN = 50

/** Texts that stand beside each other come as the members of one object, which is cheaper on both sides. */
function runsOf(scalars: readonly PackedScalar[]): readonly Run[] {
  const runs: Run[] = []
  for (let start = 0; start < scalars.length; ) {
    let end = start + 1
    if (scalars[start]!.form === 'string')
      while (end < scalars.length && scalars[end]!.form === 'string' && end - start < LONGEST_RUN) end += 1
    runs.push({ start, end, scalars: scalars.slice(start, end) })
    start = end
  }
  return runs
}

function expressionOf({ scalars }: Run, raw: readonly Fragment[]): Fragment {
  if (scalars.length === 1) return EXPRESSIONS[scalars[0]!.form](raw[0]!)
  const members = scalars.flatMap(({ name }, index) => [literal(name), sql`cast(${raw[index]!} as text)`])
  return sql`json_object(${join(members)})`
}

/**
 * The text of a value. Any column may hold a value of any kind; what is no text is told from it by the missing quotes.
 * A number that is quoted loses its last digits, one that only becomes text does not.
 */
const EXPRESSIONS: Readonly<Record<OutputForm, (value: Fragment) => Fragment>> = {
  string: quotedText,
  number: value => sql`ifnull(${value}, 'null')`,
  digits: quotedText,
  boolean: value => sql`case ${value} when 1 then 'true' when 0 then 'false' else 'null' end`,
  json: value => sql`iif(typeof(${value}) = 'text', ${quoted(value)}, ifnull(${value}, 'null'))`,
  date: quoted,
  time: quoted,
  datetime: quoted,
  epoch: quoted,
}

function quoted(value: Fragment): Fragment {
  return sql`json_quote(${value})`
}

/** Of whatever kind it is. */
function quotedText(value: Fragment): Fragment {
  return quoted(sql`cast(${value} as text)`)
}

const QUOTE = '"'.charCodeAt(0)

function isText(bytes: Buffer, start: number): boolean {
  return bytes[start] === QUOTE
}

const putText = putJson(text => JSON.parse(text))

/** Date-times are milliseconds; older databases may hold text. */
function writeMoment(put: typeof putMoment): ValueWriter {
  return (output, bytes, start, end) => {
    const value: unknown = JSON.parse(bytes.toString('utf8', start, end))
    if (value === null) putNull(output)
    else put(output, typeof value === 'number' ? Math.trunc(value) : new Date(String(value)).getTime())
  }
}
