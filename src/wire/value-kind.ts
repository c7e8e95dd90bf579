/**
 * How the values of one kind (string, number, date-time, ...) are read from a database and written as JSON. Each database
 * has one table of these: `sqlite-wire.ts`, `postgres-wire.ts`.
 */

import type { JsonPath, JsonView } from '../plan/read/read-plan.ts'
import type { OutputForm } from '../schema/attributes/attribute-type.ts'
import { isObject } from '../schema/json-value.ts'
import type { Fragment } from '../sql/fragment.ts'
import type { PackedScalar, RowFormat } from '../sql/row-format.ts'
import { validMoment } from '../util/time/moments.ts'
import { ByteOutput } from './byte-output.ts'
import { writeCompact } from './compact-json.ts'
import { isoText } from './iso-text.ts'

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

// Writers of values that both databases share. Values of the usual form never come here (`write-values.ts`).

export function writeNull(output: ByteOutput): void {
  output.ascii('null')
}

/** A value that is already JSON. */
export const copyJson: ValueWriter = (output, bytes, start, end) => output.copy(bytes, start, end)

/** A string that is not quoted yet. */
export const writeQuoted: ValueWriter = (output, bytes, start, end) => {
  output.ascii('"')
  output.copyEscaped(bytes, start, end)
  output.ascii('"')
}

/** Anything that is not a finite number reads as null. */
export const writeNumber: ValueWriter = (output, bytes, start, end) => {
  const number = Number(bytes.toString('latin1', start, end))
  output.ascii(Number.isFinite(number) ? String(number) : 'null')
}

/** Writes a point in time, given in milliseconds. */
export type MomentWriter = (output: ByteOutput, milliseconds: number) => void

/** `"2022-02-15T01:30:15.001Z"`; an invalid date reads as null. */
export const writeIso: MomentWriter = (output, milliseconds) =>
  output.ascii(validMoment(milliseconds) !== null ? `"${isoText(milliseconds)}"` : 'null')

/** `"1644888615001"`; an invalid date reads as null. */
export const writeEpoch: MomentWriter = (output, milliseconds) =>
  output.ascii(validMoment(milliseconds) !== null ? `"${milliseconds}"` : 'null')

const MOST_COMPACTED = 2000
const LONGEST_REMEMBERED = 2048

/** The JSON of a column without blanks, or what a view shows of it. `quoted`: whether the column's text is sent as a JSON string. */
export function jsonWriter(quoted: boolean, view?: JsonView): ValueWriter {
  const read = (text: string) => (quoted ? JSON.parse(text) : text)
  // Values that had to be parsed, and are read with many answers.
  let compacted = new Map<string, Buffer>()
  return (output, bytes, start, end) => {
    if (view === undefined && writeCompact(output, bytes, { start, end, quoted })) return
    const key = bytes.toString('latin1', start, end)
    const known = compacted.get(key)
    if (known !== undefined) return output.put(known)
    const made = Buffer.from(shown(read(bytes.toString('utf8', start, end)), view))
    output.put(made)
    if (key.length > LONGEST_REMEMBERED) return
    if (compacted.size >= MOST_COMPACTED) compacted = new Map()
    compacted.set(key, made)
  }
}

function shown(text: string, view: JsonView | undefined): string {
  const value = parsed(text)
  return view === undefined ? JSON.stringify(value) : viewedJson(view, value)
}

/** Anything that is not JSON (old databases) becomes a string. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** One writer for each view, so that the plans that share a view also share what its writer remembers. */
export function viewWriters(make: (view: JsonView) => ValueWriter): (view: JsonView) => ValueWriter {
  const writers = new WeakMap<JsonView, ValueWriter>()
  return view => {
    const writer = writers.get(view) ?? make(view)
    writers.set(view, writer)
    return writer
  }
}

/** What a view shows of a JSON value, as JSON text. Members that are shown beside the value follow it, each with a comma and its key. */
function viewedJson(view: JsonView, value: unknown): string {
  if (view.kind === 'member') return JSON.stringify(memberAt(value, view.path) ?? null)
  if (view.kind === 'parts') return JSON.stringify(partsOf(withKeys(value, view), view.paths) ?? null)
  const { key, beside } = view
  const own = isObject(value) ? value[key] : undefined
  if (!isObject(value) || !isObject(own)) return JSON.stringify(value)
  const { [key]: _, ...others } = value
  const members = beside
    .filter(name => (own[name] ?? null) !== null)
    .map(name => `,${JSON.stringify(name)}:${JSON.stringify(own[name])}`)
  return `${Object.keys(others).length === 0 ? 'null' : JSON.stringify(others)}${members.join('')}`
}

/** A value of which only parts are shown. What is not there is absent, and `undefined` means that nothing is there. */
function partsOf(value: unknown, paths: readonly JsonPath[]): unknown {
  if (paths.some(path => path.length === 0)) return value
  if (Array.isArray(value)) return itemsOf(value, paths)
  if (!isObject(value)) return undefined
  const names = [...new Set(paths.map(([name]) => name!))].filter(name => Object.hasOwn(value, name))
  const shown = names.flatMap(name => {
    const part = partsOf(value[name], below(paths, name))
    return part === undefined ? [] : [[name, part] as const]
  })
  return Object.fromEntries(shown)
}

/** Of a list, the positions that paths name, in its own order. Any other name means a part of each item. */
function itemsOf(list: readonly unknown[], paths: readonly JsonPath[]): readonly unknown[] {
  const ofEach = paths.filter(([name]) => !POSITION.test(name!))
  if (ofEach.length > 0)
    return list.map((item, index) => partsOf(item, [...ofEach, ...below(paths, `${index}`)]) ?? null)
  const positions = [...new Set(paths.map(([name]) => Number(name)))].sort((a, b) => a - b)
  return positions.flatMap(index => {
    const part = index < list.length ? partsOf(list[index], below(paths, `${index}`)) : undefined
    return part === undefined ? [] : [part]
  })
}

const POSITION = /^(?:0|[1-9]\d{0,8})$/

function below(paths: readonly JsonPath[], name: string): readonly JsonPath[] {
  return paths.filter(([first]) => first === name).map(([, ...rest]) => rest)
}

function withKeys(value: unknown, { keys, paths }: Extract<JsonView, { kind: 'parts' }>): unknown {
  if (keys === undefined || !isObject(value)) return value
  const objects = Object.entries(value).map(([name, item]) => {
    if (!isObject(item)) return [name, item] as const
    const named = below(paths, name).map(([first]) => first)
    return [name, Object.fromEntries(Object.entries(item).filter(([key]) => keys.has(key) || named.includes(key)))]
  })
  return Object.fromEntries(objects)
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((outer, name) => (isObject(outer) ? outer[name] : undefined), value)
}
