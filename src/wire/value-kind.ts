/**
 * How the values of one kind (text, number, date-time, ...) leave a database and become JSON. Each database has one
 * table of these: `sqlite-wire.ts`, `postgres-wire.ts`.
 */
import type { OutputForm } from '../schema/attributes/attribute-type.ts'
import type { Fragment } from '../sql/fragment.ts'
import type { RowFormat } from '../sql/row-format.ts'
import { ByteOutput } from './byte-output.ts'

/** Writes the JSON of a value, null included, whose text is between `start` and `end`. */
export type ValueWriter = (output: ByteOutput, bytes: Buffer, start: number, end: number) => void

/** What the text of a value nearly always looks like; `write-values.ts` writes such values without a call. */
export type UsualText =
  /** The JSON that is wanted. */
  | 'json'
  /** Several values as the members of a JSON object, with their keys. */
  | 'members'
  /** A number that stays as it is. */
  | 'digits'
  /** Milliseconds since 1970. */
  | 'milliseconds'
  /** `2022-02-15 01:30:15.1` */
  | 'clock'
  /** The length in bytes, an end, and any text; for null only the end. */
  | 'measured'
  /** Anything. */
  | 'none'

export interface ValueKind {
  /** The text of a column's value that travels. */
  readonly expression: (column: Fragment) => Fragment
  readonly usual: UsualText
  /** For texts that are not as usual. */
  readonly write: ValueWriter
}

export type ValueTable = Readonly<Record<OutputForm, ValueKind>>

/** What comes before a value in the JSON, and how the value comes. */
export interface Field extends Pick<ValueKind, 'usual' | 'write'> {
  readonly key: Uint8Array
}

/** `"title":`, with a comma where other members come before it. */
export function memberKey(name: string, behindOthers: boolean): Buffer {
  return Buffer.from(`${behindOthers ? ',' : ''}${JSON.stringify(name)}:`)
}

/** Values that are read one at a time, by the same table. */
export function singleValueJson(table: ValueTable): RowFormat['toJson'] {
  const output = new ByteOutput()
  return (form, selected) => {
    if (selected === null || selected === undefined) return 'null'
    const bytes = Buffer.from(String(selected))
    try {
      table[form].write(output, bytes, 0, bytes.length)
      return output.take().toString()
    } finally {
      output.clear()
    }
  }
}
