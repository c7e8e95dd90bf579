/** A ReadProgram -> a serializer that writes the v4 wire format straight from rows. Built once per plan. */
import { PopulusError } from '../errors.ts'
import type { PagePlan, SlicePlan } from '../plan/read-plan.ts'
import type { MorphAttribute, ZoneAttribute } from '../schema/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import type {
  ChildProgram,
  CountProgram,
  EntryProgram,
  LinkProgram,
  ReadProgram,
  VariantProgram,
} from '../sql/read-program.ts'
import type { Row } from '../sql/statement.ts'
import { countEntries, populateDepth } from './count-entries.ts'
import type { LoadedRows } from './load-rows.ts'

/**
 * Gives the JSON text in pieces, one for each entry, or `null` when one entry was asked for and there is none. Long texts
 * are never joined here: that copies them, and each piece becomes bytes on its own.
 */
export type Serializer = (loaded: LoadedRows) => readonly string[] | null

/** `entry`: `{"id":1,"attributes":{...}}`; `plain`: `{"id":1,...}` for components; `flat`: `plain` all the way down. */
type Form = 'entry' | 'plain' | 'flat'

/** Shown under many parents, entries may be far more than rows. */
export interface AnswerLimits {
  readonly answerEntries: number
  readonly answerLength: number
}

/** Levels of populate from which on it is worth counting. */
const MULTIPLYING_DEPTH = 3

interface Output {
  readonly writers: SqlDialect['writers']
  /** Told of every piece of the answer; throws when there are too many. */
  readonly spend: (length: number) => void
}

function answerBudget(limit: number): { readonly reset: () => void; readonly spend: (length: number) => void } {
  let left = limit
  return {
    reset: () => {
      left = limit
    },
    spend: length => {
      left -= length
      if (left < 0) throw new PopulusError('answerTooLong', { limit })
    },
  }
}

type RowWriter = (row: Row, groups: LoadedRows['groups']) => string

export function compileSerializer(program: ReadProgram, dialect: SqlDialect, limits: AnswerLimits): Serializer {
  const isFlat = program.envelope === 'flat-list' || program.envelope === 'flat-entry'
  const budget = answerBudget(limits.answerLength)
  const out: Output = { writers: dialect.writers, spend: budget.spend }
  const write = compileEntryWriter(program.entry, isFlat ? 'flat' : 'entry', out)
  const serialize = compileEnvelope(program, write)
  const mayMultiply = populateDepth(program.entry) >= MULTIPLYING_DEPTH
  const { answerEntries: limit } = limits
  return loaded => {
    if (mayMultiply && countEntries(program.entry, loaded.rows, loaded.groups) > limit)
      throw new PopulusError('tooManyEntries', { limit })
    budget.reset()
    return serialize(loaded)
  }
}

function compileEnvelope(program: ReadProgram, write: RowWriter): Serializer {
  const list = (loaded: LoadedRows, open: string, close: string) => [open, ...entries(loaded, write), close]
  const one = ({ rows, groups }: LoadedRows, open: string, close: string) =>
    rows.length === 0 ? null : [open, write(rows[0]!, groups), close]
  switch (program.envelope) {
    case 'collection':
      return loaded => list(loaded, '{"data":[', `],"meta":{"pagination":${writePage(program.page!, loaded.total)}}}`)
    case 'entries':
      return loaded => list(loaded, '{"data":[', '],"meta":{}}')
    case 'entry':
      return loaded => one(loaded, '{"data":', ',"meta":{}}')
    case 'flat-list':
      return loaded => list(loaded, '[', ']')
    case 'flat-entry':
      return loaded => one(loaded, '', '')
    default:
      return program.envelope satisfies never
  }
}

/** A piece for each row, with the comma in front of it. */
function entries({ rows, groups }: LoadedRows, write: RowWriter): readonly string[] {
  return rows.map((row, index) => (index === 0 ? write(row, groups) : `,${write(row, groups)}`))
}

function writePage(page: PagePlan, total: number | null): string {
  if (page.kind === 'offset') {
    return `{"start":${page.start},"limit":${page.limit}${total === null ? '' : `,"total":${total}`}}`
  }
  const counts = total === null ? '' : `,"pageCount":${Math.ceil(total / page.pageSize)},"total":${total}`
  return `{"page":${page.page},"pageSize":${page.pageSize}${counts}}`
}

/** What names the model of a row in a mixed list: before the id, but for the `__component` of a block that is not flat. */
interface ModelMark {
  readonly before: string
  readonly behind: string
}

const NO_MARK: ModelMark = { before: '', behind: '' }

/** About the length of an entry without attributes. */
const EMPTY_ENTRY = 24

function compileEntryWriter(entry: EntryProgram, form: Form, out: Output, mark = NO_MARK): RowWriter {
  const isEntry = form === 'entry'
  const scalars = entry.scalars.map(({ name, form: output }, index) => ({
    key: `${isEntry && index === 0 ? '' : ','}${JSON.stringify(name)}:`,
    index: index + 1,
    write: out.writers[output],
  }))
  const children = entry.children.map(child => compileChildWriter(child, form, out))
  const writeFields: RowWriter = (row, groups) => {
    let text = ''
    for (const { key, index, write } of scalars) {
      const value = row[index]
      text += value === null ? `${key}null` : key + write(value)
    }
    out.spend(text.length + EMPTY_ENTRY)
    for (const writeChild of children) text += writeChild(row, groups)
    return text
  }
  if (isEntry) {
    // To cut off the first comma copies the text; only children, some of which may be absent, always have one.
    const attributes: RowWriter = scalars.length > 0 ? writeFields : (row, groups) => writeFields(row, groups).slice(1)
    return (row, groups) => `{"id":${row[0]},"attributes":{${attributes(row, groups)}}}`
  }
  return (row, groups) => `{${mark.before}"id":${row[0]}${mark.behind}${writeFields(row, groups)}}`
}

/** Writes `,"key":value`, or nothing for a key that is absent. */
function compileChildWriter(child: ChildProgram, form: Form, out: Output): RowWriter {
  const key = `,${JSON.stringify(child.plan.attribute.name)}:`
  switch (child.kind) {
    case 'link': {
      const write = compileLinkWriter(child, form, out)
      return (row, groups) => key + write(row, groups)
    }
    case 'count': {
      const write = compileCountWriter(child, form)
      return (row, groups) => key + write(row, groups)
    }
    case 'variant':
      return compileVariantWriter(child, key, form, out)
    default:
      return child satisfies never
  }
}

function compileLinkWriter(child: LinkProgram, form: Form, out: Output): RowWriter {
  const { attribute, slice } = child.plan
  const isComponent = attribute.kind === 'component'
  const wrapped = form !== 'flat' && !isComponent
  const write = compileEntryWriter(child.entry, form === 'flat' ? 'flat' : isComponent ? 'plain' : 'entry', out)
  const rowsOf = (row: Row, groups: LoadedRows['groups']) => groups[child.slot]?.get(row[child.keyIndex] as number)
  if (!attribute.many) {
    const empty = wrapped ? '{"data":null}' : 'null'
    return (row, groups) => {
      const first = rowsOf(row, groups)?.[0]
      if (first === undefined) return empty
      return wrapped ? `{"data":${write(first, groups)}}` : write(first, groups)
    }
  }
  // Empty lists of media, and of the inverse of a morph relation, are null in Strapi.
  const isMorph = attribute.kind === 'media' || (attribute.kind === 'relation' && attribute.relation === 'morphMany')
  const empty = isMorph ? 'null' : '[]'
  const meta = slice?.meta ?? null
  return (row, groups) => {
    const rows = rowsOf(row, groups)
    const list = rows === undefined ? empty : `[${writeList(rows, groups, write)}]`
    if (!wrapped) return list
    return meta === null
      ? `{"data":${list}}`
      : `{"data":${list},"meta":{"pagination":${writePage(meta, totalOf(child, row, groups))}}}`
  }
}

/** With commas between them. Texts are appended, not joined, which would copy them at every level. */
function writeList(rows: readonly Row[], groups: LoadedRows['groups'], write: RowWriter): string {
  let text = ''
  for (const row of rows) text += text === '' ? write(row, groups) : `,${write(row, groups)}`
  return text
}

function totalOf(child: LinkProgram, row: Row, groups: LoadedRows['groups']): number | null {
  if (child.total === null) return null
  return Number(groups[child.total.slot]?.get(row[child.keyIndex] as number)?.[0]?.[1] ?? 0)
}

function compileCountWriter(child: CountProgram, form: Form): RowWriter {
  const isComponent = child.plan.attribute.kind === 'component'
  return (row, groups) => {
    const count = Number(groups[child.slot]?.get(row[child.keyIndex] as number)?.[0]?.[1] ?? 0)
    return isComponent || form === 'flat' ? `{"count":${count}}` : `{"data":{"attributes":{"count":${count}}}}`
  }
}

/** Blocks of a zone are components; what a morph relation leads to is flat all the way down. */
function compileVariantWriter(child: VariantProgram, key: string, form: Form, out: Output): RowWriter {
  const { attribute } = child.plan
  const isZone = attribute.kind === 'zone'
  const inner: Form = isZone && form !== 'flat' ? 'plain' : 'flat'
  const writers = new Map(
    [...child.variants].map(([uid, variant]) => {
      const mark = markOf(attribute, uid, inner)
      return [uid, { slot: variant.slot, write: compileEntryWriter(variant.entry, inner, out, mark) }] as const
    }),
  )
  const writeLinked = (type: unknown, id: unknown, groups: LoadedRows['groups']): string | undefined => {
    const variant = writers.get(type as string)
    const row = variant === undefined ? undefined : groups[variant.slot]?.get(id as number)?.[0]
    return row === undefined ? undefined : variant!.write(row, groups)
  }
  const { own } = child
  if (own !== null) return (row, groups) => key + (writeLinked(row[own.typeIndex], row[own.idIndex], groups) ?? 'null')
  const keeps = compileSlices(child)
  return (row, groups) => {
    const links = groups[child.slot]?.get(row[0] as number) ?? []
    const keep = keeps()
    let written = ''
    for (const [, type, id] of links) {
      const text = writeLinked(type, id, groups)
      if (text !== undefined && keep(type as string)) written += written === '' ? text : `,${text}`
    }
    // An empty list of a morph relation is absent.
    return written === '' && !isZone ? '' : `${key}[${written}]`
  }
}

function markOf(attribute: ZoneAttribute | MorphAttribute, uid: string, form: Form): ModelMark {
  const model = JSON.stringify(uid)
  if (attribute.kind === 'morph') return attribute.many ? { before: `"__type":${model},`, behind: '' } : NO_MARK
  return form === 'flat'
    ? { before: `"__component":${model},`, behind: '' }
    : { before: '', behind: `,"__component":${model}` }
}

/** For each parent anew: whether the next row, of a given model, is within the slices that were asked for. */
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
