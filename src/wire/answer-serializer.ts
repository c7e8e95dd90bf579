/** A ReadProgram -> a serializer that writes the whole answer: its entries, and what surrounds them. */
import { PopulusError } from '../errors.ts'
import type { ReadProgram } from '../sql/read-program.ts'
import { asciiJson } from '../util/json/ascii-json.ts'
import { withinStack } from '../util/process/within-stack.ts'
import type { ByteOutput } from './byte-output.ts'
import { countEntries } from './count-entries.ts'
import { compileEntrySerializer, type EntrySerializer, serializeList } from './entry-serializer.ts'
import type { LoadedRows } from './loaded-rows.ts'
import { localesJson } from './locales-json.ts'
import { rootPageJson } from './page-json.ts'
import { compileSnippetsJson } from './snippets-json.ts'
import type { WireFormat } from './wire-format.ts'

/** Returns the JSON, or `null` if one entry was asked for and does not exist. */
export type Serializer = (loaded: LoadedRows) => Buffer | null

/** Entries shown under many parents may be far more than rows. */
export interface AnswerLimits {
  readonly answerEntries: number
  readonly answerLength: number
}

/** Levels of populate from which counting pays. */
const MULTIPLYING_DEPTH = 3

export interface SerializerInput {
  readonly wire: WireFormat
  readonly limits: AnswerLimits
  /** See `EntrySerializerInput`. */
  readonly markFiles?: boolean
  /** Answers are written one at a time, from the first byte to the last. */
  readonly output: ByteOutput
  /** The query string of the answer's address (default: `null`, the query was no part of it). */
  readonly search?: string | null
}

export interface CompiledSerializer {
  readonly toJson: Serializer
  readonly write: EntrySerializer
}

/** `otherPage` is the serializer for another page of the same list. */
export function compileAnswerSerializer(
  program: ReadProgram,
  { output, wire, limits, markFiles = false, search = null }: SerializerInput,
  otherPage?: CompiledSerializer,
): CompiledSerializer {
  const isFlat = program.flat || program.envelope === 'flat-list' || program.envelope === 'flat-entry'
  const write =
    otherPage?.write ?? compileEntrySerializer(program.entry, isFlat ? 'flat' : 'entry', { wire, ...limits, markFiles })
  const serialize = compileEnvelope(program, write, compileSnippetsJson(program, wire), search)
  const mayMultiply = program.depth >= MULTIPLYING_DEPTH
  const { answerEntries: limit } = limits
  const toJson: Serializer = loaded => {
    try {
      return withinStack(
        () => {
          if (mayMultiply && countEntries(program.entry, loaded.rows, loaded.groups) > limit)
            throw new PopulusError('tooManyEntries', { limit })
          return serialize(loaded, output) ? output.take() : null
        },
        () => new PopulusError('tooManyLevels'),
      )
    } finally {
      output.clear()
    }
  }
  return { toJson, write }
}

/** Writes the whole answer; returns false if there is nothing to answer with. */
function compileEnvelope(
  program: ReadProgram,
  write: EntrySerializer,
  snippetsJson: (loaded: LoadedRows) => string,
  search: string | null,
): (loaded: LoadedRows, output: ByteOutput) => boolean {
  const list = ({ rows, groups }: LoadedRows, output: ByteOutput, open: string, close: string) => {
    output.ascii(open)
    serializeList(rows, groups, output, write)
    output.ascii(close)
    return true
  }
  const one = ({ rows, groups }: LoadedRows, output: ByteOutput, open: string, close: string) => {
    if (rows.length === 0) return false
    output.ascii(open)
    write(rows[0]!, groups, output)
    output.ascii(close)
    return true
  }
  const stops = program.deep === null ? '' : `"deep":${asciiJson({ stopped: program.deep })}`
  const deep = (comma: string) => (stops === '' ? '' : comma + stops)
  switch (program.envelope) {
    case 'collection':
      return (loaded, output) =>
        list(
          loaded,
          output,
          '{"data":[',
          `],"meta":{"pagination":${rootPageJson(program, loaded, search)}${localesJson(program, loaded, ',')}${deep(',')}${snippetsJson(loaded)}}}`,
        )
    case 'entries':
      return (loaded, output) => list(loaded, output, '{"data":[', `],"meta":{${deep('')}}}`)
    case 'entry':
      return (loaded, output) => {
        const locales = localesJson(program, loaded, '')
        return one(loaded, output, '{"data":', `,"meta":{${locales}${deep(locales === '' ? '' : ',')}}}`)
      }
    case 'flat-list':
      return (loaded, output) => list(loaded, output, '[', ']')
    case 'flat-entry':
      return (loaded, output) => one(loaded, output, '', '')
    default:
      return program.envelope satisfies never
  }
}
