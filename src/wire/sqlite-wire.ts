/**
 * The wire format of SQLite. SQLite itself quotes strings as JSON, so no value can contain the byte that ends it. One row,
 * from the table to the answer (␟ is the byte 0x1f, which ends a value; ␞ is 0x1e, between two rows):
 *
 *     select count(*), cast(group_concat(v, x'1e') as blob) from (
 *       select concat_ws(x'1f', ifnull(id, ''), json_quote(cast(title as text)), ifnull(views, 'null'),
 *         iif(seen_at < '', seen_at, json_quote(cast(seen_at as text))), '') as v from articles)
 *
 *     2 rows: 1␟"Say \"hi\""␟7␟1644888615001␟␞2␟null␟null␟null␟
 *
 *     { keys: [1], start: 2 }, { keys: [2], start: 34 }      (packed-rows.ts)
 *     "title":"Say \"hi\"","views":7,"seenAt":"2022-02-15T01:30:15.001Z"      (write-values.ts)
 *     "title":null,"views":null,"seenAt":null
 */
import { isUtf8 } from 'node:buffer'
import type { JsonView } from '../plan/read/read-plan.ts'
import { type Fragment, join, literal, sql } from '../sql/fragment.ts'
import type { PackedScalar } from '../sql/row-format.ts'
import { callWithAll, END_OF_ROW, unpacker } from './packed-rows.ts'
import {
  copyJson,
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
} from './value-kind.ts'
import type { WireFormat } from './wire-format.ts'

/**
 * Any column may hold a value of any kind. A value without quotes is not a string. Quoting a number loses its last
 * digits, converting it to text does not.
 */
const VALUES: ValueTable = {
  string: { expression: quotedText, usual: 'json', write: copyJson },
  number: { expression: column => sql`ifnull(${column}, 'null')`, usual: 'digits', write: writeNumber },
  digits: { expression: quotedText, usual: 'json', write: copyJson },
  boolean: {
    expression: column => sql`case ${column} when 1 then 'true' when 0 then 'false' else 'null' end`,
    usual: 'json',
    write: copyJson,
  },
  json: {
    expression: numberOrQuoted,
    usual: 'none',
    write: jsonOrNumber(),
    writeView: viewWriters(jsonOrNumber),
  },
  date: { expression: quoted, usual: 'json', write: copyJson },
  time: { expression: quoted, usual: 'json', write: copyJson },
  datetime: { expression: numberOrQuoted, usual: 'milliseconds', write: momentWriter(writeIso) },
  epoch: { expression: numberOrQuoted, usual: 'none', write: momentWriter(writeEpoch) },
}

export const sqliteWire: WireFormat = Object.freeze<WireFormat>({
  pack: (columns, query) => {
    const scalars = columns.filter(column => typeof column !== 'string')
    const leading = columns.length - scalars.length
    const values = query(raw => {
      const keys = raw.slice(0, leading).map(key => sql`ifnull(${key}, '')`)
      const texts = runsOf(scalars).map(run => expressionOf(run, raw.slice(leading + run.start, leading + run.end)))
      // The empty string after the last value gives that value an end, too.
      return sql`${callWithAll(parts => sql`concat_ws(x'1f', ${parts})`, [...keys, ...texts, sql`''`])} as v`
    })
    return sql`select count(*), cast(group_concat(v, x'1e') as blob) from (${values})`
  },
  unpacker: columns => unpacker(columns, { toUtf8, endOfRow: () => endOfRow }),
  fields: (scalars, behindOthers) =>
    runsOf(scalars).map(({ start, scalars: [first, ...others] }) => {
      const comma = behindOthers || start > 0
      if (others.length > 0) return { key: Buffer.from(comma ? ',' : ''), usual: 'members', write: copyJson }
      return { key: memberKey(first!.name, comma), ...fieldForm(VALUES, first!) }
    }),
  select: (form, column) => VALUES[form].expression(column),
  toJson: singleValueJson(VALUES),
})

/** A value of any kind, as a string. */
function quotedText(column: Fragment): Fragment {
  return sql`json_quote(cast(${column} as text))`
}

/** A number as JSON; anything else as a string. Bytes, which `json_quote` refuses, sort after all other values. */
function quoted(column: Fragment): Fragment {
  return sql`json_quote(iif(${column} < x'', ${column}, cast(${column} as text)))`
}

/** A number as it is; anything else as a string. Numbers sort before all strings, and that is cheaper to test than `typeof`. */
function numberOrQuoted(column: Fragment): Fragment {
  return sql`iif(${column} < '', ${column}, ${quotedText(column)})`
}

const QUOTE = '"'.charCodeAt(0)

function jsonOrNumber(view?: JsonView): ValueWriter {
  const writeText = jsonWriter(true, view)
  // A number has no members.
  const isWhole = view?.kind !== 'member' && !(view?.kind === 'parts' && view.paths.every(path => path.length > 0))
  const writeOther = isWhole ? writeNumber : writeNull
  return (output, bytes, start, end) => (bytes[start] === QUOTE ? writeText : writeOther)(output, bytes, start, end)
}

/** Date-times are milliseconds; older databases may contain text. */
function momentWriter(write: MomentWriter): ValueWriter {
  return (output, bytes, start, end) => {
    const text = bytes.toString('utf8', start, end)
    write(output, bytes[start] === QUOTE ? new Date(JSON.parse(text)).getTime() : Math.trunc(Number(text)))
  }
}

/** Strings may not be UTF-8 here. */
function toUtf8(packed: Buffer): Buffer {
  return isUtf8(packed) ? packed : Buffer.from(packed.toString())
}

function endOfRow(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(END_OF_ROW, start)
  return end < 0 ? bytes.length : end
}

/** Values that are sent together. */
interface Run {
  readonly start: number
  readonly end: number
  readonly scalars: readonly PackedScalar[]
}

/** One call takes two arguments for each value. */
const LONGEST_RUN = 50

/** Adjacent strings are sent as the members of one object, which is cheaper for both sides. */
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
  if (scalars.length === 1) return VALUES[scalars[0]!.form].expression(raw[0]!)
  const members = scalars.flatMap(({ name }, index) => [literal(name), sql`cast(${raw[index]!} as text)`])
  return sql`json_object(${join(members)})`
}
