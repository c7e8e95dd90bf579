/** Packed rows of SQLite: every text is quoted as JSON by the database, so that none can hold the end of a value. */
import { type Fragment, join, sql } from './fragment.ts'
import { putAll, putEpoch, putJson, putMoment, putNull, putNumber, putQuoted } from './json-values.ts'
import { END_OF_ROW } from './packed-bytes.ts'
import { inCalls, type PackedColumn, type Packing } from './packing.ts'
import type { ValueForm, ValueWriter } from './write-values.ts'

const AS_IT_IS: ValueForm = { usual: 'json', write: putAll }

export const sqlitePacking: Packing = Object.freeze<Packing>({
  pack: (columns, query) => {
    const values = query(raw => {
      const texts = raw.map((value, index) => EXPRESSIONS[columns[index]!](value))
      // The empty text behind the last value gives that one an end too.
      return sql`${inCalls(parts => sql`concat_ws(x'1f', ${join(parts)})`, [...texts, sql`''`])} as v`
    })
    return sql`select count(*), cast(group_concat(v, x'1e') as blob) from (${values})`
  },
  endOfRow: () => (bytes, start) => {
    const end = bytes.indexOf(END_OF_ROW, start)
    return end < 0 ? bytes.length : end
  },
  forms: {
    string: { usual: 'quoted', write: putQuoted },
    number: { usual: 'digits', write: putNumber },
    digits: AS_IT_IS,
    boolean: AS_IT_IS,
    json: {
      usual: 'none',
      write: (...value) => (isText(value[1], value[2]) ? putText(...value) : putNumber(...value)),
    },
    date: AS_IT_IS,
    time: AS_IT_IS,
    datetime: { usual: 'milliseconds', write: writeMoment(putMoment) },
    epoch: { usual: 'none', write: writeMoment(putEpoch) },
  },
})

/**
 * The text of a value. Any column may hold a value of any kind; what is no text is told from it by the missing quotes.
 * A number that is quoted loses its last digits, one that only becomes text does not.
 */
const EXPRESSIONS: Readonly<Record<PackedColumn, (value: Fragment) => Fragment>> = {
  key: value => sql`ifnull(${value}, '')`,
  name: value => sql`ifnull(${value}, '')`,
  string: quoted,
  number: value => sql`ifnull(${value}, 'null')`,
  digits: value => quoted(sql`cast(${value} as text)`),
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
