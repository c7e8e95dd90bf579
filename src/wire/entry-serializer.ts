/** An EntryProgram -> a serializer of its rows, and everything below them, in the v4 wire format. Built once per plan. */
import { PopulusError } from '../errors.ts'
import { FILE_MARK } from '../plan/file-mark.ts'
import type { SlicePlan } from '../plan/read/read-plan.ts'
import type { MorphAttribute, ZoneAttribute } from '../schema/schema.ts'
import type { ChildProgram, CountProgram, EntryProgram, LinkProgram, VariantProgram } from '../sql/read-program.ts'
import type { PackedRow, RowKey } from '../sql/statement.ts'
import { lazyMap } from '../util/lazy-map.ts'
import type { ByteOutput } from './byte-output.ts'
import type { LoadedRows } from './loaded-rows.ts'
import { pageJson } from './page-json.ts'
import type { WireFormat } from './wire-format.ts'
import { writeValues } from './write-values.ts'

/** `entry`: `{"id":1,"attributes":{...}}`; `plain`: `{"id":1,...}` for components; `flat`: `plain` on all levels. */
type Form = 'entry' | 'plain' | 'flat'

/** Appends to the answer. */
export type EntrySerializer = (row: PackedRow, groups: LoadedRows['groups'], output: ByteOutput) => void

export interface EntrySerializerInput {
  readonly wire: WireFormat
  /** The longest whole answer, in bytes. */
  readonly answerLength: number
  /** Whether files in media fields get a mark, by which they are found again in the answer. */
  readonly markFiles?: boolean
}

/** Separated by commas. */
export function serializeList(
  rows: readonly PackedRow[],
  groups: LoadedRows['groups'],
  output: ByteOutput,
  write: EntrySerializer,
): void {
  for (let index = 0; index < rows.length; index += 1) {
    if (index > 0) output.byte(COMMA)
    write(rows[index]!, groups, output)
  }
}

const COMMA = ','.charCodeAt(0)

/** Names the model of a row in a mixed list: before the id, except the `__component` of a block that is not flat. */
interface ModelMark {
  readonly before: string
  readonly behind: string
}

const NO_MARK: ModelMark = { before: '', behind: '' }
const MARKED_FILE: ModelMark = { before: FILE_MARK, behind: '' }

export function compileEntrySerializer(
  entry: EntryProgram,
  form: Form,
  input: EntrySerializerInput,
  mark = NO_MARK,
): EntrySerializer {
  const isEntry = form === 'entry'
  const { answerLength: limit } = input
  const open = Buffer.from(`{${mark.before}"id":`)
  const behindId = Buffer.from(isEntry ? ',"attributes":{' : mark.behind)
  const close = Buffer.from(isEntry ? '}}' : '}')
  const fields = input.wire.fields(entry.scalars, !isEntry)
  const children = entry.children.map(child => compileChild(child, form, input))
  const writeChildren: EntrySerializer = (row, groups, output) => {
    for (const writeChild of children) writeChild(row, groups, output)
  }
  const writeOthers = isEntry && fields.length === 0 ? withoutFirstComma(writeChildren) : writeChildren
  return (row, groups, output) => {
    output.put(open)
    output.ascii(String(row.keys[0]))
    output.put(behindId)
    writeValues(output, fields, row)
    writeOthers(row, groups, output)
    output.put(close)
    if (output.length > limit) throw new PopulusError('answerTooLong', { limit })
  }
}

/** If there are only children, and some may be absent, the first one is not known in advance. */
function withoutFirstComma(write: EntrySerializer): EntrySerializer {
  return (row, groups, output) => {
    const start = output.length
    write(row, groups, output)
    if (output.length > start) output.remove(start, 1)
  }
}

/** Writes `,"key":value`, or nothing if the key is absent. */
function compileChild(child: ChildProgram, form: Form, input: EntrySerializerInput): EntrySerializer {
  const key = `,${JSON.stringify(child.plan.attribute.name)}:`
  switch (child.kind) {
    case 'link':
      return compileLink(child, key, form, input)
    case 'count':
      return compileCount(child, key, form)
    case 'variant':
      return compileVariants(child, key, form, input)
    default:
      return child satisfies never
  }
}

function compileLink(child: LinkProgram, key: string, form: Form, input: EntrySerializerInput): EntrySerializer {
  const { attribute, slice, empty } = child.plan
  const isComponent = attribute.kind === 'component'
  const wrapped = form !== 'flat' && !isComponent
  const inner = form === 'flat' ? 'flat' : isComponent ? 'plain' : 'entry'
  const mark = input.markFiles === true && attribute.kind === 'media' ? MARKED_FILE : NO_MARK
  const write = child.plan.idsOnly ? writeId : compileEntrySerializer(child.entry, inner, input, mark)
  const open = Buffer.from(wrapped ? `${key}{"data":` : key)
  const rowsOf = (row: PackedRow, groups: LoadedRows['groups']) => groups[child.slot]?.get(row.keys[child.keyIndex])
  if (!attribute.many) {
    return (row, groups, output) => {
      output.put(open)
      const first = rowsOf(row, groups)?.[0]
      if (first === undefined) output.ascii('null')
      else write(first, groups, output)
      if (wrapped) output.ascii('}')
    }
  }
  const meta = slice?.meta ?? null
  return (row, groups, output) => {
    output.put(open)
    const rows = rowsOf(row, groups)
    if (rows === undefined) output.ascii(empty)
    else {
      output.ascii('[')
      serializeList(rows, groups, output, write)
      output.ascii(']')
    }
    if (!wrapped) return
    if (meta !== null) output.ascii(`,"meta":{"pagination":${pageJson(meta, totalOf(child, row, groups))}}`)
    output.ascii('}')
  }
}

/** The ids of related entries have no attributes beside them. */
const writeId: EntrySerializer = (row, _groups, output) => output.ascii(`{"id":${row.keys[0]}}`)

function totalOf(child: LinkProgram, row: PackedRow, groups: LoadedRows['groups']): number | null {
  if (child.total === null) return null
  return Number(groups[child.total.slot]?.get(row.keys[child.keyIndex])?.[0]?.keys[1] ?? 0)
}

function compileCount(child: CountProgram, key: string, form: Form): EntrySerializer {
  const isPlain = child.plan.attribute.kind === 'component' || form === 'flat'
  const { shows } = child.plan
  const open = Buffer.from(isPlain ? `${key}{"${shows}":` : `${key}{"data":{"attributes":{"${shows}":`)
  const close = isPlain ? '}' : '}}}'
  return (row, groups, output) => {
    const count = Number(groups[child.slot]?.get(row.keys[child.keyIndex])?.[0]?.keys[1] ?? 0)
    output.put(open)
    output.ascii(`${shows === 'exists' ? count > 0 : count}${close}`)
  }
}

/** Blocks of a zone are components. Targets of a morph relation are flat on all levels. */
function compileVariants(child: VariantProgram, key: string, form: Form, input: EntrySerializerInput): EntrySerializer {
  const { attribute } = child.plan
  const isZone = attribute.kind === 'zone'
  const inner: Form = isZone && form !== 'flat' ? 'plain' : 'flat'
  const variants = lazyMap(child.plan.variants, uid => {
    const { slot, entry } = child.variants.get(uid)!
    return { slot, write: compileEntrySerializer(entry, inner, input, markOf(attribute, uid, inner)) }
  })
  /** Writes nothing and returns false if there is no such row. */
  const writeLinked = (
    type: RowKey | undefined,
    id: RowKey | undefined,
    groups: LoadedRows['groups'],
    output: ByteOutput,
    comma: boolean,
  ) => {
    const variant = variants.get(type as string)
    const row = variant === undefined ? undefined : groups[variant.slot]?.get(id)?.[0]
    if (row === undefined) return false
    if (comma) output.byte(COMMA)
    variant!.write(row, groups, output)
    return true
  }
  const open = Buffer.from(key)
  const { own } = child
  if (own !== null) {
    return (row, groups, output) => {
      output.put(open)
      if (!writeLinked(row.keys[own.typeIndex], row.keys[own.idIndex], groups, output, false)) output.ascii('null')
    }
  }
  const keeps = compileSlices(child)
  return (row, groups, output) => {
    const start = output.length
    output.put(open)
    output.ascii('[')
    const keep = keeps()
    let any = false
    for (const { keys } of groups[child.slot]?.get(row.keys[0]) ?? []) {
      const type = keys[1]
      const before = output.length
      if (!writeLinked(type, keys[2], groups, output, any)) continue
      if (keep(type as string)) any = true
      else output.cut(before)
    }
    if (any || child.plan.showsEmpty) output.ascii(']')
    else output.cut(start)
  }
}

function markOf(attribute: ZoneAttribute | MorphAttribute, uid: string, form: Form): ModelMark {
  const model = JSON.stringify(uid)
  if (attribute.kind === 'morph') return attribute.many ? { before: `"__type":${model},`, behind: '' } : NO_MARK
  return form === 'flat'
    ? { before: `"__component":${model},`, behind: '' }
    : { before: '', behind: `,"__component":${model}` }
}

/** Starts over for each parent: whether the next row, of a given model, is within the requested slices. */
function compileSlices({ plan }: VariantProgram): () => (type: string) => boolean {
  const sliced = plan.slice !== null || [...plan.variants.values()].some(({ slice }) => slice !== null)
  if (!sliced) return () => () => true
  return () => {
    const seen = new Map<string, number>()
    let all = 0
    return type => {
      const index = seen.get(type) ?? 0
      seen.set(type, index + 1)
      return isWithin(plan.slice, all++) && isWithin(plan.variants.get(type)?.slice ?? null, index)
    }
  }
}

function isWithin(slice: SlicePlan | null, index: number): boolean {
  return slice === null || (index >= slice.start && (slice.limit === null || index < slice.start + slice.limit))
}
