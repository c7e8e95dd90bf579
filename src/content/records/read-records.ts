/** Reads a model's rows with their components and references, one page at a time, as JSON members. */
import { type Model, modelOf } from '../../schema/schema.ts'
import type { BoundStatement, Row } from '../../sql/statement.ts'
import { type ReadSteps, together } from '../../storage/database.ts'
import { type AttributeReader, PAGE, type ReaderContext, type RecordReader, recordReader } from './record-reader.ts'

export interface StoredRecord {
  readonly id: number
  /** `"title":"Bread","tags":[]`: the members of its JSON object, without braces. */
  readonly members: string
}

/** Keeps the statements of every model. */
export class RecordSource {
  readonly #context: ReaderContext
  readonly #readers = new Map<string, RecordReader>()

  constructor(context: ReaderContext) {
    this.#context = context
  }

  /** The next entries after an id, in id order. */
  *page(model: Model, after: number): ReadSteps<readonly StoredRecord[]> {
    const reader = this.#readerOf(model)
    if (reader.page === null) return []
    const [rows = []] = yield [this.#context.dialect.bind(reader.page, [after])]
    if (rows.length === 0) return []
    const linked = this.#linked(
      reader,
      rows.map(([id]) => Number(id)),
    )
    return yield* this.#assembled(reader, rows, linked.length === 0 ? [] : yield linked)
  }

  /** One entry, in as many levels as its components are deep. `undefined` if there is none. */
  *one(model: Model, id: number): ReadSteps<StoredRecord | undefined> {
    return (yield* this.#byIds(model, [id])).get(id)
  }

  *#byIds(model: Model, ids: readonly number[]): ReadSteps<ReadonlyMap<number, StoredRecord>> {
    const reader = this.#readerOf(model)
    if (reader.byIds === null) return new Map()
    const [rows = [], ...answers] = yield [this.#context.dialect.bind(reader.byIds, ids), ...this.#linked(reader, ids)]
    const records = rows.length === 0 ? [] : yield* this.#assembled(reader, rows, answers)
    return new Map(records.map(record => [record.id, record]))
  }

  /** The statements for everything that is not in the rows themselves. */
  #linked({ attributes }: RecordReader, ids: readonly number[]): readonly BoundStatement[] {
    return attributes.filter(isLinked).map(({ statement }) => this.#context.dialect.bind(statement, ids))
  }

  *#assembled(
    reader: RecordReader,
    rows: readonly Row[],
    answers: readonly (readonly Row[])[],
  ): ReadSteps<readonly StoredRecord[]> {
    const around = yield* this.#around(reader, answers)
    return rows.map(row => {
      const id = Number(row[0])
      let start = 1
      const members = reader.attributes.map(attribute => {
        const json =
          attribute.kind === 'row'
            ? attribute.toJson(row.slice(start, start + attribute.width))
            : around.get(attribute)?.get(id)
        if (attribute.kind === 'row') start += attribute.width
        return `${JSON.stringify(nameOf(attribute))}:${json ?? emptyOf(attribute)}`
      })
      return { id, members: members.join(',') }
    })
  }

  /** The JSON of everything that is not in the rows themselves, by attribute and parent. */
  *#around(
    { attributes }: RecordReader,
    answers: readonly (readonly Row[])[],
  ): ReadSteps<ReadonlyMap<AttributeReader, ReadonlyMap<number, string>>> {
    const linked = attributes.filter(isLinked)
    const values = yield* together(linked.map((attribute, index) => this.#valueOf(attribute, answers[index] ?? [])))
    return new Map(linked.map((attribute, index) => [attribute, values[index]!]))
  }

  *#valueOf(attribute: LinkedReader, rows: readonly Row[]): ReadSteps<ReadonlyMap<number, string>> {
    return attribute.kind === 'references'
      ? referencesByParent(attribute, rows)
      : yield* this.#components(attribute, rows)
  }

  *#components(
    { attribute }: AttributeReader & { kind: 'components' },
    rows: readonly Row[],
  ): ReadSteps<ReadonlyMap<number, string>> {
    const known = attribute.kind === 'zone' ? attribute.components : [attribute.target]
    const uids = known.filter(uid => rows.some(([, type]) => type === uid))
    const found = yield* together(
      uids.map(uid => {
        const ids = rows.filter(([, type]) => type === uid).map(([, , id]) => Number(id))
        return this.#byIds(modelOf(this.#context.schema, uid), ids)
      }),
    )
    const records = new Map(uids.map((uid, index) => [uid, found[index]!]))
    const lists = new Map<number, string[]>()
    for (const [parent, type, id] of rows) {
      const record = records.get(String(type))?.get(Number(id))
      if (record === undefined) continue
      const kind = attribute.kind === 'zone' ? `"__component":${JSON.stringify(type)},` : ''
      const rest = record.members === '' ? '' : `,${record.members}`
      listOf(lists, Number(parent)).push(`{${kind}"id":${record.id}${rest}}`)
    }
    return joined(lists, attribute.kind === 'zone' || attribute.many)
  }

  #readerOf(model: Model): RecordReader {
    const reader = this.#readers.get(model.uid) ?? recordReader(this.#context, model)
    this.#readers.set(model.uid, reader)
    return reader
  }
}

type LinkedReader = Extract<AttributeReader, { kind: 'references' | 'components' }>

function isLinked(attribute: AttributeReader): attribute is LinkedReader {
  return attribute.kind === 'references' || attribute.kind === 'components'
}

/** True if more records may follow. */
export const isFullPage = (records: readonly StoredRecord[]): boolean => records.length === PAGE

function referencesByParent(
  { many, toJson }: AttributeReader & { kind: 'references' },
  rows: readonly Row[],
): ReadonlyMap<number, string> {
  const lists = new Map<number, string[]>()
  for (const row of rows) {
    const json = toJson(row)
    if (json !== null) listOf(lists, Number(row[0])).push(json)
  }
  return joined(lists, many)
}

function listOf(lists: Map<number, string[]>, parent: number): string[] {
  const known = lists.get(parent) ?? []
  lists.set(parent, known)
  return known
}

function joined(lists: ReadonlyMap<number, readonly string[]>, many: boolean): ReadonlyMap<number, string> {
  return new Map([...lists].map(([parent, list]) => [parent, many ? `[${list.join(',')}]` : (list[0] ?? 'null')]))
}

function nameOf(attribute: AttributeReader): string {
  return attribute.kind === 'components' ? attribute.attribute.name : attribute.name
}

function emptyOf(attribute: AttributeReader): string {
  switch (attribute.kind) {
    case 'nothing':
      return attribute.json
    case 'references':
      return attribute.many ? '[]' : 'null'
    case 'components':
      return attribute.attribute.kind === 'zone' || attribute.attribute.many ? '[]' : 'null'
    case 'row':
      return 'null'
  }
}
