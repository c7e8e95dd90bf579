/** Reads a model's rows with their components and references, one page at a time, as JSON members. */
import { type Model, modelOf } from '../../schema/schema.ts'
import type { BoundStatement, Row } from '../../sql/statement.ts'
import type { ReadSteps } from '../../storage/database.ts'
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
    return yield* this.#records(reader, this.#context.dialect.bind(reader.page, [after]))
  }

  /** One entry, with few round trips. `undefined` if there is none. */
  *one(model: Model, id: number): ReadSteps<StoredRecord | undefined> {
    const reader = this.#readerOf(model)
    if (reader.byIds === null) return undefined
    const [rows = [], ...answers] = yield [
      this.#context.dialect.bind(reader.byIds, [id]),
      ...this.#linked(reader, [id]),
    ]
    return rows.length === 0 ? undefined : (yield* this.#assembled(reader, rows, answers))[0]
  }

  *#byIds(uid: string, ids: readonly number[]): ReadSteps<ReadonlyMap<number, StoredRecord>> {
    const reader = this.#readerOf(modelOf(this.#context.schema, uid))
    if (reader.byIds === null) return new Map()
    const records = yield* this.#records(reader, this.#context.dialect.bind(reader.byIds, ids))
    return new Map(records.map(record => [record.id, record]))
  }

  *#records(reader: RecordReader, rowStatement: BoundStatement): ReadSteps<readonly StoredRecord[]> {
    const [rows = []] = yield [rowStatement]
    if (rows.length === 0) return []
    const linked = this.#linked(
      reader,
      rows.map(([id]) => Number(id)),
    )
    return yield* this.#assembled(reader, rows, linked.length === 0 ? [] : yield linked)
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
    const around = new Map<AttributeReader, ReadonlyMap<number, string>>()
    for (const [index, attribute] of attributes.filter(isLinked).entries()) {
      const rows = answers[index] ?? []
      around.set(
        attribute,
        attribute.kind === 'references'
          ? referencesByParent(attribute, rows)
          : yield* this.#components(attribute, rows),
      )
    }
    return around
  }

  *#components(
    { attribute }: AttributeReader & { kind: 'components' },
    rows: readonly Row[],
  ): ReadSteps<ReadonlyMap<number, string>> {
    const uids = attribute.kind === 'zone' ? attribute.components : [attribute.target]
    const records = new Map<string, ReadonlyMap<number, StoredRecord>>()
    for (const uid of uids) {
      const ids = rows.filter(([, type]) => type === uid).map(([, , id]) => Number(id))
      if (ids.length > 0) records.set(uid, yield* this.#byIds(uid, ids))
    }
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
