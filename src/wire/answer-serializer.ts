/** A ReadProgram -> a serializer that writes the whole answer: its entries, and what surrounds them. */
import { PopulusError } from '../errors.ts'
import type { ReadProgram, ShownProgram } from '../sql/read-program.ts'
import { asciiJson } from '../util/json/ascii-json.ts'
import { withinStack } from '../util/process/within-stack.ts'
import type { ByteOutput } from './byte-output.ts'
import { compileEntrySerializer, type EntrySerializer, serializeList } from './entry-serializer.ts'
import type { LoadedRows } from './loaded-rows.ts'
import { localesJson } from './locales-json.ts'
import { type Counter, entryCounter, rootPageJson } from './page-json.ts'
import { compileSnippetsJson } from './snippets-json.ts'
import type { WireFormat } from './wire-format.ts'

/** Returns the JSON, or `null` if one entry was asked for and does not exist. */
export type Serializer = (loaded: LoadedRows) => Buffer | null

/** Entries shown under many parents may be far more than rows. */
export interface AnswerLimits {
  readonly answerEntries: number
  readonly answerLength: number
}

export interface SerializerInput {
  readonly wire: WireFormat
  readonly limits: AnswerLimits
  /** See `EntrySerializerInput`. */
  readonly markFiles?: boolean
  /** Answers are written one at a time, from the first byte to the last. */
  readonly output: ByteOutput
}

/** What surrounds the entries of an answer: ASCII. */
export interface Frame {
  readonly open: string
  readonly close: string
}

export type FrameOf = (loaded: Omit<LoadedRows, 'groups'> & Partial<Pick<LoadedRows, 'groups'>>) => Frame

/** Writes single entries of a program. */
export function compileShownSerializer(
  { entry }: ShownProgram,
  { wire, limits, markFiles = false }: Omit<SerializerInput, 'output'>,
  flat: boolean,
): EntrySerializer {
  return compileEntrySerializer(entry, flat ? 'flat' : 'entry', { wire, ...limits, markFiles })
}

/** Writes whole answers. `frameOf` says what surrounds the entries; `known` writes entries of the same form. */
export function compileAnswerSerializer(
  program: ReadProgram,
  input: SerializerInput,
  frameOf: FrameOf,
  known?: EntrySerializer,
): Serializer {
  const { envelope, shown } = program
  const { output, limits } = input
  const isOne = envelope === 'entry' || envelope === 'flat-entry'
  const isPlain = envelope === 'flat-list' || envelope === 'flat-entry'
  const write = known ?? compileShownSerializer(shown, input, shown.flat || isPlain)
  return loaded => {
    if (isOne && loaded.rows.length === 0) return null
    checkEntries(shown, loaded, limits)
    const { open, close } = frameOf(loaded)
    return written(output, () => {
      output.ascii(open)
      serializeList(isOne ? loaded.rows.slice(0, 1) : loaded.rows, loaded.groups, output, write)
      output.ascii(close)
    })
  }
}

/** An entry that was read, and how many entries its JSON counts for. */
export interface SerializedEntry {
  readonly bytes: Buffer
  readonly entries: number
}

/** Writes the entries one by one, in the order of their rows. */
export function serializeEntries(
  program: ShownProgram,
  write: EntrySerializer,
  { rows, groups }: Pick<LoadedRows, 'rows' | 'groups'>,
  { output, limits: { answerEntries: limit } }: SerializerInput,
): readonly SerializedEntry[] {
  const count = counted(program, groups)
  return rows.map(row => {
    const entries = count(row)
    if (entries > limit) throw new PopulusError('tooManyEntries', { limit })
    return { entries, bytes: written(output, () => write(row, groups, output)) }
  })
}

function written(output: ByteOutput, write: () => void): Buffer {
  try {
    return withinStack(
      () => {
        write()
        return output.take()
      },
      () => new PopulusError('tooManyLevels'),
    )
  } finally {
    output.clear()
  }
}

/** Levels of populate from which counting pays: rows are counted as they are read, and from here on one row is shown often. */
const MULTIPLYING_DEPTH = 3
const NONE = () => 0

/** How many entries a row is shown with, itself included. */
function counted({ entry, depth }: ShownProgram, groups: LoadedRows['groups']): Counter {
  return depth < MULTIPLYING_DEPTH ? NONE : entryCounter(entry, groups)
}

function checkEntries(program: ShownProgram, { rows, groups }: LoadedRows, { answerEntries }: AnswerLimits): void {
  const count = counted(program, groups)
  if (rows.reduce((sum, row) => sum + count(row), 0) > answerEntries)
    throw new PopulusError('tooManyEntries', { limit: answerEntries })
}

/** The answer of entries that were written before. Throws if there are too many. */
export function joinEntries(
  entries: readonly SerializedEntry[],
  { open, close }: Frame,
  { answerEntries, answerLength }: AnswerLimits,
): Buffer {
  let shown = 0
  let length = open.length + close.length + Math.max(0, entries.length - 1)
  for (const entry of entries) {
    shown += entry.entries
    length += entry.bytes.length
  }
  if (shown > answerEntries) throw new PopulusError('tooManyEntries', { limit: answerEntries })
  if (length > answerLength) throw new PopulusError('answerTooLong', { limit: answerLength })
  const answer = Buffer.allocUnsafeSlow(length)
  let at = answer.write(open, 0, 'latin1')
  for (const [index, { bytes }] of entries.entries()) {
    if (index > 0) answer[at++] = COMMA
    answer.set(bytes, at)
    at += bytes.length
  }
  answer.write(close, at, 'latin1')
  return answer
}

const COMMA = ','.charCodeAt(0)

/**
 * What surrounds the entries of a program. `search` is the query string of the answer's address; `null`: the query was no part
 * of it.
 */
export function compileFrame(program: ReadProgram, wire: WireFormat, search: string | null): FrameOf {
  const { deep: stopped } = program.shown
  const stops = stopped === null ? '' : `"deep":${asciiJson({ stopped })}`
  const deep = (comma: string) => (stops === '' ? '' : comma + stops)
  const { list } = program
  const chain = list?.locales ?? null
  const locales = (loaded: Pick<LoadedRows, 'rows'>, comma: string) =>
    chain === null ? '' : comma + localesJson(chain, loaded)
  switch (program.envelope) {
    case 'collection': {
      const snippets = list?.snippets ? compileSnippetsJson(list.snippets, wire) : () => ''
      return loaded => ({
        open: '{"data":[',
        close: `],"meta":{"pagination":${rootPageJson(program, loaded, search)}${locales(loaded, ',')}${deep(',')}${snippets(loaded)}}}`,
      })
    }
    case 'entries':
      return () => ({ open: '{"data":[', close: `],"meta":{${deep('')}}}` })
    case 'entry':
      return loaded => {
        const shown = locales(loaded, '')
        return { open: '{"data":', close: `,"meta":{${shown}${deep(shown === '' ? '' : ',')}}}` }
      }
    case 'flat-list':
      return () => ({ open: '[', close: ']' })
    case 'flat-entry':
      return () => ({ open: '', close: '' })
    default:
      return program.envelope satisfies never
  }
}
