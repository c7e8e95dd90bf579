/**
 * How the values of one kind (string, number, date-time, ...) are read from a database and written as JSON. Each database
 * has one table of these: `sqlite-wire.ts`, `postgres-wire.ts`.
 */

import type { JsonView } from '../plan/read/read-plan.ts'
import type { OutputForm } from '../schema/attributes/attribute-type.ts'
import type { Fragment } from '../sql/fragment.ts'
import type { PackedScalar, RowFormat } from '../sql/row-format.ts'
import { ByteOutput } from './byte-output.ts'

/** Writes the JSON of a value, null included, whose text is between `start` and `end`. */
export type ValueWriter = (output: ByteOutput, bytes: Buffer, start: number, end: number) => void

/** The usual form of a value's text. `write-values.ts` writes values of this form without a call. */
export type UsualText =
  /** Already the JSON to write. */
  | 'json'
  /** Several values as the members of a JSON object, with their keys. */
  | 'members'
  /** A number to write unchanged. */
  | 'digits'
  /** Milliseconds since 1970. */
  | 'milliseconds'
  /** `2022-02-15 01:30:15.1` */
  | 'clock'
  /** The length in bytes, an end, and any text; only the end for null. */
  | 'measured'
  /** Anything. */
  | 'none'

export interface ValueKind {
  /** The text of a column's value that is sent. */
  readonly expression: (column: Fragment) => Fragment
  readonly usual: UsualText
  /** For values without the usual form. */
  readonly write: ValueWriter
  /** The writer of what a view shows. */
  readonly writeView?: (view: JsonView) => ValueWriter
}

export type ValueTable = Readonly<Record<OutputForm, ValueKind>>

/** What precedes a value in the JSON, and the value's form. */
export interface Field extends Pick<ValueKind, 'usual' | 'write'> {
  readonly key: Uint8Array
}

/** The form of a scalar, and how its value is written. */
export function fieldForm(table: ValueTable, { form, view }: PackedScalar): Pick<Field, 'usual' | 'write'> {
  const { usual, write, writeView } = table[form]
  return view === undefined || writeView === undefined ? { usual, write } : { usual: 'none', write: writeView(view) }
}

/** `"title":`, with a comma if other members precede it. */
export function memberKey(name: string, behindOthers: boolean): Buffer {
  return Buffer.from(`${behindOthers ? ',' : ''}${JSON.stringify(name)}:`)
}

/** Writes values that are read one at a time, with the same table. */
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
